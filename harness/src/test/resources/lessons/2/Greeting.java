import java.util.concurrent.Callable;

class Greeting {

	static final Callable<String> ANSWER = () -> "hello";

	public static void main(String[] arguments) throws Exception {
		System.out.println(ANSWER.call());
	}

}
