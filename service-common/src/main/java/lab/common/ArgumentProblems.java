package lab.common;

import java.util.Arrays;
import java.util.stream.Collectors;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.TypeMismatchException;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.server.ServerWebInputException;

/**
 * Says what an argument must be, from its type and its {@code @Min} and {@code @Max}:
 * Spring's own answers only say that it is wrong, and MVC and WebFlux say it differently.
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

	static String detail(MethodParameter parameter, @Nullable Object value) {
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

}
