package dev.holdfast.it.engines;

import dev.holdfast.engines.Certificate;
import java.io.IOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A server that speaks TLS with a certificate and then only listens: how much of what clients say does it get to hear? */
final class Impostor implements AutoCloseable {
    private final SSLServerSocket socket;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger speakers = new AtomicInteger();
    private final CountDownLatch heard = new CountDownLatch(1);

    Impostor(Certificate certificate) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance(certificate.keys().toFile(), Certificate.PASSWORD.toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, Certificate.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        socket = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"}); // etcd's clients insist on it
        socket.setSSLParameters(parameters);
        Thread thread = new Thread(this::listen, "impostor");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return socket.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    /** Returns how many clients have said something to it behind the handshake. */
    int speakers() {
        return speakers.get();
    }

    /** Waits until a client has said something; returns false if none does. */
    boolean hears() throws InterruptedException {
        return heard.await(60, TimeUnit.SECONDS);
    }

    private void listen() {
        while (!socket.isClosed()) {
            try (SSLSocket client = (SSLSocket) socket.accept()) {
                connections.incrementAndGet();
                client.setSoTimeout(500);
                if (client.getInputStream().read() >= 0) {
                    speakers.incrementAndGet();
                    heard.countDown();
                }
            } catch (IOException e) {
                // A client that ends the handshake, or says nothing: what the test wants to see.
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
