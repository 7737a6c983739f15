package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server at a Unix socket that does as the test says with each connection. */
final class FakeSocketServer implements AutoCloseable {
    private final ServerSocketChannel listening;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /** What becomes of a connection. */
    interface Behaviour {
        void serve(SocketChannel connection, List<String> asked) throws IOException;
    }

    FakeSocketServer(Path path, Behaviour behaviour) {
        try {
            listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(() -> accept(behaviour));
    }

    /** Answers each request with those bytes and closes the connection. */
    static Behaviour answering(String bytes) {
        return (connection, asked) -> {
            asked.add(request(connection));
            write(connection, bytes);
        };
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "fake-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept(Behaviour behaviour) {
        try {
            while (listening.isOpen()) {
                SocketChannel connection = listening.accept();
                start(() -> {
                    try (connection) {
                        behaviour.serve(connection, asked);
                    } catch (IOException e) {
                        // the client has gone
                    }
                });
            }
        } catch (IOException e) {
            // closed
        }
    }

    /** Returns the head of the next request. */
    static String request(SocketChannel connection) throws IOException {
        StringBuilder request = new StringBuilder();
        ByteBuffer part = ByteBuffer.allocate(8192);
        while (request.indexOf("\r\n\r\n") < 0) {
            if (connection.read(part.clear()) < 0) {
                throw new IOException("no more requests");
            }
            request.append(ISO_8859_1.decode(part.flip()));
        }
        return request.toString();
    }

    static void write(SocketChannel connection, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(ISO_8859_1));
        while (bytes.hasRemaining()) {
            connection.write(bytes);
        }
    }

    /** Returns the requests that came. */
    List<String> asked() {
        return asked;
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
