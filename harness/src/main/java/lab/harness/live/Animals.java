package lab.harness.live;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The names that participants get in place of their own, such as {@code otter 7}. The
 * pages translate the animals.
 */
final class Animals {

	static final List<String> KINDS = List.of("badger", "bear", "beaver", "camel", "cat", "crane", "deer", "dolphin",
			"eagle", "fox", "goat", "hare", "hedgehog", "horse", "lynx", "magpie", "otter", "owl", "panda", "seal",
			"swan", "tiger", "turtle", "wolf");

	private static final int NUMBERS_PER_KIND = 9;

	private final List<String> free;

	Animals(Random random) {
		this.free = new ArrayList<>(KINDS.stream()
			.flatMap((kind) -> IntStream.rangeClosed(1, NUMBERS_PER_KIND).mapToObj((number) -> kind + " " + number))
			.toList());
		Collections.shuffle(this.free, random);
	}

	/** A name that nobody has yet; there are more than a class has participants. */
	String next() {
		return this.free.removeLast();
	}

}
