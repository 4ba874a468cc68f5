package lab.harness.experiment;

/**
 * The published work that an experiment repeats.
 */
public enum Source {

	VT_ARTICLE("vt-article", "A practitioner's article on the virtual threads of JDK 21, 2023"),

	OAKS("oaks", "Oaks, Java Performance: The Definitive Guide, chapter 9"),

	POOL_SIZING("pool-sizing", "How many threads a pool needs, on a 4-core laptop"),

	TOMCAT_TUNING("tomcat-tuning", "Tomcat and Jetty under JMeter"),

	NEIGHBOURS("neighbours", "Several JVMs on one machine");

	private final String key;

	private final String title;

	Source(String key, String title) {
		this.key = key;
		this.title = title;
	}

	/**
	 * What it is, in words.
	 */
	public String title() {
		return this.title;
	}

	@Override
	public String toString() {
		return this.key;
	}

}
