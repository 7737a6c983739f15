package dev.holdfast.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Passes what comes to a Unix socket on to a port, where names and users are taken as callers give them. */
final class SocketRelay implements AutoCloseable {
    private final ServerSocketChannel listening;
    private final int port;

    SocketRelay(Path path, int port) {
        this.port = port;
        try {
            listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (listening.isOpen()) {
                SocketChannel near = listening.accept();
                SocketChannel far = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                start(() -> pass(near, far));
                start(() -> pass(far, near));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static void pass(ByteChannel from, ByteChannel to) {
        ByteBuffer part = ByteBuffer.allocate(16 << 10);
        try (from;
                to) {
            while (from.read(part.clear()) >= 0) {
                part.flip();
                while (part.hasRemaining()) {
                    to.write(part);
                }
            }
        } catch (IOException e) {
            // one side is gone, and so is the other
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
