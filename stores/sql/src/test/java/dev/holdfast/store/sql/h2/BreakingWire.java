package dev.holdfast.store.sql.h2;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to a server whose first connection breaks after some of its answers. All others pass. */
final class BreakingWire implements AutoCloseable {
    private final ServerSocket door;
    private final int target;
    private final int after;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger broken = new AtomicInteger();

    private BreakingWire(ServerSocket door, int target, int after) {
        this.door = door;
        this.target = target;
        this.after = after;
    }

    static BreakingWire to(int target, int after) throws IOException {
        BreakingWire wire = new BreakingWire(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target, after);
        start(wire::accept);
        return wire;
    }

    int port() {
        return door.getLocalPort();
    }

    int broken() {
        return broken.get();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "breaking-wire");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = door.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                int answers = connections.getAndIncrement() == 0 ? after : Integer.MAX_VALUE;
                start(() -> pass(client, server, Integer.MAX_VALUE));
                start(() -> pass(server, client, answers));
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private void pass(Socket from, Socket to, int most) {
        byte[] part = new byte[1 << 16];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            int parts = 0;
            for (int size = in.read(part); size >= 0; size = in.read(part)) {
                if (parts++ == most) {
                    broken.incrementAndGet();
                    return;
                }
                out.write(part, 0, size);
            }
        } catch (IOException e) {
            return; // the other direction has ended
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
