package lab.common;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.TypeMismatchException;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.http.HttpStatus;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.server.ServerWebInputException;

/**
 * Answers an invalid argument with a problem (RFC 9457) that says what is accepted: the
 * range of its {@code @Min} and {@code @Max}, or the words of its enum. Spring's own
 * answers do not, and differ between MVC and WebFlux.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
public class ArgumentProblems {

	@ExceptionHandler
	ErrorResponse outOfRange(HandlerMethodValidationException ex) {
		ParameterValidationResult first = ex.getParameterValidationResults().getFirst();
		return badRequest(ex, detail(first.getMethodParameter(), first.getArgument()));
	}

	@ExceptionHandler
	ErrorResponse wrongType(MethodArgumentTypeMismatchException ex) {
		return badRequest(ex, detail(ex.getParameter(), ex.getValue()));
	}

	@ExceptionHandler
	ErrorResponse wrongType(ServerWebInputException ex) {
		MethodParameter parameter = ex.getMethodParameter();
		return (parameter != null && ex.getCause() instanceof TypeMismatchException mismatch)
				? badRequest(ex, detail(parameter, mismatch.getValue())) : ex;
	}

	private static ErrorResponse badRequest(Exception ex, String detail) {
		return ErrorResponse.builder(ex, HttpStatus.BAD_REQUEST, detail).build();
	}

	private static String detail(MethodParameter parameter, @Nullable Object value) {
		return parameter.getParameterName() + " must be " + accepted(parameter) + ", not '" + value + "'";
	}

	private static String accepted(MethodParameter parameter) {
		Object[] words = parameter.getParameterType().getEnumConstants();
		if (words != null) {
			return Arrays.stream(words).map(Object::toString).collect(Collectors.joining(", ", "one of ", ""));
		}
		Min min = parameter.getParameterAnnotation(Min.class);
		Max max = parameter.getParameterAnnotation(Max.class);
		return "a whole number" + ((min != null && max != null) ? " from " + min.value() + " to " + max.value() : "");
	}

	/**
	 * Converts the word that {@code toString} gives, such as {@code virtual-threads}, to
	 * its constant of an enum. Spring's converter takes names of constants only.
	 */
	static class WordToEnumConverter implements GenericConverter {

		@Override
		public Set<ConvertiblePair> getConvertibleTypes() {
			return Set.of(new ConvertiblePair(String.class, Enum.class));
		}

		@Override
		public Object convert(@Nullable Object source, TypeDescriptor sourceType, TypeDescriptor targetType) {
			return Arrays.stream(targetType.getObjectType().getEnumConstants())
				.filter((constant) -> constant.toString().equals(source))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException("no such word: " + source));
		}

	}

}
