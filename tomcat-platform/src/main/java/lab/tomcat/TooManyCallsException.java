package lab.tomcat;

import java.io.IOException;

/**
 * As many calls to the backend were under way as there may be connections, and none ended
 * in time.
 */
class TooManyCallsException extends IOException {

	TooManyCallsException(int calls) {
		super(calls + " calls to the backend were under way already");
	}

}
