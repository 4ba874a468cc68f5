package lab.harness.command;

import java.lang.reflect.Constructor;

import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/**
 * Makes the commands, each with the surroundings it asks for.
 */
final class CommandFactory implements IFactory {

	private final Surroundings surroundings;

	CommandFactory(Surroundings surroundings) {
		this.surroundings = surroundings;
	}

	@Override
	public <K> K create(Class<K> type) throws Exception {
		try {
			Constructor<K> constructor = type.getDeclaredConstructor(Surroundings.class);
			return constructor.newInstance(this.surroundings);
		}
		catch (NoSuchMethodException ex) {
			return CommandLine.defaultFactory().create(type);
		}
	}

}
