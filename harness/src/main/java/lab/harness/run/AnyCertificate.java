package lab.harness.run;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * TLS to a service of the reader's own, whose certificate is usually one for tests. It is
 * not checked, as JMeter does not check it.
 */
final class AnyCertificate extends X509ExtendedTrustManager {

	private static final int TIMEOUT_MILLIS = 2000;

	private AnyCertificate() {
	}

	static SSLContext context() {
		try {
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(null, new TrustManager[] { new AnyCertificate() }, null);
			return context;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("this JDK has no TLS", ex);
		}
	}

	/** Whether a server speaks TLS. */
	static boolean isAcceptedAt(InetSocketAddress address) {
		try (Socket connection = new Socket()) {
			connection.connect(address, TIMEOUT_MILLIS);
			connection.setSoTimeout(TIMEOUT_MILLIS);
			((SSLSocket) context().getSocketFactory()
				.createSocket(connection, address.getHostString(), address.getPort(), false)).startHandshake();
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Override
	public void checkClientTrusted(X509Certificate[] chain, String type) {
	}

	@Override
	public void checkServerTrusted(X509Certificate[] chain, String type) {
	}

	@Override
	public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
	}

	@Override
	public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
	}

	@Override
	public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
	}

	@Override
	public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
	}

	@Override
	public X509Certificate[] getAcceptedIssuers() {
		return new X509Certificate[0];
	}

}
