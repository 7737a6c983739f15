package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.NotPermittedException;
import dev.holdfast.internal.process.Account;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a Unix socket. Sends nothing before the account of the server was checked. Used by one thread at a time; any
 * thread may close it, which ends a blocked call.
 */
final class SocketConnection extends InputStream {
    private static final Pattern PLAIN = Pattern.compile("[\\x20-\\x7e]*");

    private final SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    private final ByteBuffer received = ByteBuffer.allocate(16 << 10).limit(0);
    private long restingSince;
    private boolean answered;

    SocketConnection() throws IOException {}

    /**
     * Connects.
     *
     * @throws ConnectException if no server is there
     * @throws NotPermittedException if the system or the server's account forbids it
     */
    void connect(UnixSocketAddress place) throws IOException {
        try {
            channel.connect(UnixDomainSocketAddress.of(place.path()));
        } catch (SocketException e) {
            if (!Files.notExists(place.path()) && !Files.isWritable(place.path())) {
                throw new NotPermittedException(
                        "This account may not connect to " + place.path()
                                + ": ask the operator of the server to share it with your group (holdfast serve --socket-group GROUP).");
            }
            ConnectException none = new ConnectException(e.getMessage());
            none.initCause(e);
            throw none;
        }
        requireTrusted(place);
    }

    /** Checks the account of the server. Another account could have put its own socket there, and would receive secrets. */
    private void requireTrusted(UnixSocketAddress place) throws IOException {
        Account server = Account.ofPeer(channel);
        String named = place.account();
        if (named == null ? server.isRoot() || server.equals(Account.own()) : server.is(named)) {
            return;
        }
        throw new NotPermittedException("The server at unix:" + place.path() + " runs as the account " + server.name()
                + ", " + (named == null ? "which is neither yours nor root" : "not as " + named)
                + ", so nothing was sent to it. If this account is right, use the address unix:"
                + server.name() + "@" + place.path());
    }

    void send(Transport.Call call) throws IOException {
        StringBuilder head = new StringBuilder()
                .append(call.method())
                .append(' ')
                .append(call.target())
                .append(" HTTP/1.1\r\nHost: localhost\r\n");
        call.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        byte[] body = call.body() == null ? new byte[0] : call.body().getBytes(UTF_8);
        if (!call.method().equals("GET")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        requirePlain(call);
        answered = false;
        ByteBuffer[] all = {UTF_8.encode(head.append("\r\n").toString()), ByteBuffer.wrap(body)};
        while (all[0].hasRemaining() || all[1].hasRemaining()) {
            channel.write(all);
        }
    }

    /** Throws for a line break in a header, which would begin another header. */
    private static void requirePlain(Transport.Call call) throws IOException {
        if (!PLAIN.matcher(call.target()).matches()
                || !call.headers().values().stream()
                        .allMatch(value -> PLAIN.matcher(value).matches())) {
            throw new IOException("a header must be plain text on one line");
        }
    }

    /** Marks the connection as free for the next call. */
    void rest() {
        restingSince = System.nanoTime();
    }

    long restingNanos() {
        return System.nanoTime() - restingSince;
    }

    /** Returns whether part of an answer has arrived since the last call was sent. */
    boolean hasReceived() {
        return answered;
    }

    @Override
    public int read() throws IOException {
        return receive() ? received.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (!receive()) {
            return -1;
        }
        int count = Math.min(length, received.remaining());
        received.get(bytes, offset, count);
        return count;
    }

    @Override
    public int available() {
        return received.remaining();
    }

    /** Waits for data. Returns false at the end of the stream. */
    private boolean receive() throws IOException {
        if (!received.hasRemaining()) {
            received.clear();
            try {
                answered |= channel.read(received) > 0;
            } finally {
                received.flip();
            }
        }
        return received.hasRemaining();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // it is gone either way
        }
    }

    /** Closes a connection, if there is one. */
    static void end(@Nullable SocketConnection connection) {
        if (connection != null) {
            connection.close();
        }
    }
}
