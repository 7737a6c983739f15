package dev.holdfast.engines;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One connection through a {@link Wire}. */
final class WireLink {
    private final Socket client;
    private final Socket server;
    private final Wire wire;
    /** The bytes that the client sent and the server has not received yet. Guarded by itself. */
    private final ByteArrayOutputStream late = new ByteArrayOutputStream();

    private final AtomicInteger lostRequests = new AtomicInteger();
    private final AtomicInteger lostAnswers = new AtomicInteger();

    private WireLink(Socket client, Socket server, Wire wire) {
        this.client = client;
        this.server = server;
        this.wire = wire;
    }

    /** Returns null if the server accepts no connection: then the client's is broken too. */
    static @Nullable WireLink between(Socket client, int target, Wire wire) throws IOException {
        Socket server;
        try {
            server = new Socket(InetAddress.getLoopbackAddress(), target);
        } catch (IOException e) {
            client.close();
            return null;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        WireLink link = new WireLink(client, server, wire);
        daemon("wire-requests", link::requests);
        daemon("wire-answers", link::answers);
        return link;
    }

    private void requests() {
        byte[] buffer = new byte[65_536];
        try {
            for (int n = client.getInputStream().read(buffer);
                    n >= 0;
                    n = client.getInputStream().read(buffer)) {
                request(buffer, n);
            }
        } catch (IOException e) {
            // The connection is over, on either side.
        }
        if (kept() == 0) {
            close();
        }
    }

    private void request(byte[] buffer, int n) throws IOException {
        synchronized (late) {
            // Bytes after a kept request on its connection must not overtake it.
            if (wire.requests() == Wire.Fate.KEPT || late.size() > 0) {
                late.write(buffer, 0, n);
            } else if (wire.requests() == Wire.Fate.PASSED) {
                cutIfTorn();
                server.getOutputStream().write(buffer, 0, n);
            } else {
                lostRequests.addAndGet(n);
            }
        }
    }

    private void answers() {
        byte[] buffer = new byte[65_536];
        try {
            for (int n = server.getInputStream().read(buffer);
                    n >= 0;
                    n = server.getInputStream().read(buffer)) {
                if (wire.answers() == Wire.Fate.PASSED && kept() == 0 && !client.isClosed()) {
                    cutIfTorn();
                    client.getOutputStream().write(buffer, 0, n);
                } else {
                    lostAnswers.addAndGet(n);
                }
            }
        } catch (IOException e) {
            // The connection is over, on either side.
        }
        close();
    }

    int kept() {
        synchronized (late) {
            return late.size();
        }
    }

    int lostAnswers() {
        return lostAnswers.get();
    }

    int lostRequests() {
        return lostRequests.get();
    }

    boolean hungUp() {
        return server.isClosed();
    }

    int deliverLate() {
        synchronized (late) {
            int size = late.size();
            if (size > 0) {
                try {
                    server.getOutputStream().write(late.toByteArray());
                } catch (IOException e) {
                    size = 0; // the server has hung up meanwhile
                }
                late.reset();
            }
            return size;
        }
    }

    void cut() {
        quietly(client);
        if (kept() == 0) {
            quietly(server);
        }
    }

    void cutIfTorn() {
        if (lostRequests() > 0 || lostAnswers() > 0) {
            cut();
        }
    }

    void close() {
        quietly(client);
        quietly(server);
    }

    static void quietly(Closeable closed) {
        try {
            closed.close();
        } catch (IOException e) {
            // Nothing is left to be done about it.
        }
    }

    static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
