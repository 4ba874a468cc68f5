package lab.harness.command;

import picocli.CommandLine.IVersionProvider;

/**
 * What {@code bench --version} prints.
 */
final class Version implements IVersionProvider {

	@Override
	public String[] getVersion() {
		String version = Version.class.getPackage().getImplementationVersion();
		return new String[] {
				"bench " + ((version != null) ? version : "from sources") + ", Java " + Runtime.version() };
	}

}
