package lab.harness.lesson;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import lab.harness.report.Language;
import lab.harness.report.Text;
import com.sun.source.util.JavacTask;
import org.jspecify.annotations.Nullable;

/**
 * A Java file of a participant, read by the compiler before a service is started from it.
 */
final class JavaSource {

	private JavaSource() {
	}

	/**
	 * The first mistake, such as {@code workshop/my/2/ThreeCalls.java:31: ';' expected},
	 * or null if it compiles, or if this runtime has no compiler. Nothing is written.
	 */
	static @Nullable String mistake(Path file, Language language) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		if (compiler == null) {
			return null;
		}
		List<String> options = List.of("-proc:none", "-classpath", file.resolveSibling("").toString());
		DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
		Locale locale = (language == Language.ZH) ? Locale.SIMPLIFIED_CHINESE : Locale.ENGLISH;
		try (StandardJavaFileManager files = compiler.getStandardFileManager(found, locale, StandardCharsets.UTF_8)) {
			JavacTask task = (JavacTask) compiler.getTask(null, files, found, options, null,
					files.getJavaFileObjects(file));
			task.setLocale(locale);
			task.analyze();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return found.getDiagnostics()
			.stream()
			.filter((diagnostic) -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
			.findFirst()
			.map((error) -> file + ":" + error.getLineNumber() + ": "
					+ Text.clean(error.getMessage(locale).strip().replaceAll("\\s*\\R\\s*", "; ")))
			.orElse(null);
	}

}
