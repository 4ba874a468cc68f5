package lab.common;

import java.util.Arrays;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.GenericConverter;

/**
 * Reads a constant of an enum by the word that its {@code toString} gives, such as
 * {@code virtual-threads}; Spring reads it by its name alone.
 */
public class WordConverter implements GenericConverter {

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
