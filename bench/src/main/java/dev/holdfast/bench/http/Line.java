package dev.holdfast.bench.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** One connection with one request at a time. */
final class Line implements AutoCloseable {
    private final SocketChannel channel;
    private final Talk talk;
    private final Answer answer = new Answer();

    private Line(SocketChannel channel, Talk talk) {
        this.channel = channel;
        this.talk = talk;
    }

    static Line open(int port, Talk talk) throws IOException {
        return new Line(connect(port), talk);
    }

    static SocketChannel connect(int port) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return channel;
    }

    SocketChannel channel() {
        return channel;
    }

    void ask() throws IOException {
        send(channel, talk.next());
    }

    /** Sends a request. It is much smaller than the buffer of a connection, so one write is nearly always enough. */
    static void send(SocketChannel channel, ByteBuffer request) throws IOException {
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    /** Reads received bytes via a buffer, and returns whether the answer is complete. */
    boolean receive(ByteBuffer by) throws IOException {
        if (channel.read(by.clear()) < 0) {
            throw new EOFException("The server closed a connection in the middle.");
        }
        if (!answer.take(by.flip())) {
            return false;
        }
        talk.answered(answer);
        answer.clear();
        return true;
    }

    boolean rests() {
        return talk.rests();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
