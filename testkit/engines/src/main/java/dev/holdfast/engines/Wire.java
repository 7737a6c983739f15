package dev.holdfast.engines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The network between a store and its server, on loopback: it forwards everything until a test changes that.
 *
 * <p>Both directions are told apart. What a client sends may be passed on, lost, or kept to arrive late; what the server answers
 * may be passed on or lost.
 */
public final class Wire implements AutoCloseable {
    private final int target;
    private final ServerSocket door;
    /** Guarded by itself. */
    private final List<WireLink> links = new ArrayList<>();

    private volatile Fate requests = Fate.PASSED;
    private volatile Fate answers = Fate.PASSED;
    private volatile boolean closed;

    /** The treatment of bytes. */
    enum Fate {
        PASSED,
        LOST,
        /** Held back until {@link Wire#deliverLate}. */
        KEPT
    }

    private Wire(int target, ServerSocket door) {
        this.target = target;
        this.door = door;
    }

    /** Opens a wire to a port of this machine. */
    public static Wire to(int port) {
        try {
            Wire wire = new Wire(port, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            WireLink.daemon("wire", wire::accept);
            return wire;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the port for clients. */
    public int port() {
        return door.getLocalPort();
    }

    /** Loses all requests from now on. */
    public void loseRequests() {
        requests = Fate.LOST;
    }

    /** Loses all answers from now on; requests reach the server. */
    public void loseAnswers() {
        answers = Fate.LOST;
    }

    /** Keeps all requests from now on until {@link #deliverLate}, and returns nothing. */
    public void keepRequests() {
        answers = Fate.LOST;
        requests = Fate.KEPT;
    }

    /**
     * Everything new passes again. What was kept stays kept, and connections that were cut stay cut. So does every other one
     * that lost something, such as one that was opened after the cut and before this: no network gives a part of a stream.
     */
    public void heal() {
        requests = Fate.PASSED;
        answers = Fate.PASSED;
        each(WireLink::cutIfTorn);
    }

    /** Breaks every connection as clients see it. The server's side of those with kept requests stays open for them. */
    public void cut() {
        each(WireLink::cut);
    }

    /** Delivers the kept requests to the server, and returns their number of bytes. */
    public int deliverLate() {
        int bytes = 0;
        for (WireLink link : snapshot()) {
            bytes += link.deliverLate();
        }
        return bytes;
    }

    /** Returns the number of bytes that wait to be delivered. */
    public int kept() {
        return snapshot().stream().mapToInt(WireLink::kept).sum();
    }

    /** Returns the number of lost bytes of answers: above zero once an answer of the server got lost. */
    public int lostAnswers() {
        return snapshot().stream().mapToInt(WireLink::lostAnswers).sum();
    }

    /** Returns the number of lost bytes of requests. */
    public int lostRequests() {
        return snapshot().stream().mapToInt(WireLink::lostRequests).sum();
    }

    /** Returns whether the server has ended every known connection. */
    public boolean hungUp() {
        return snapshot().stream().allMatch(WireLink::hungUp);
    }

    Fate requests() {
        return requests;
    }

    Fate answers() {
        return answers;
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = door.accept();
                WireLink link = WireLink.between(client, target, this);
                if (link != null) {
                    synchronized (links) {
                        links.add(link);
                    }
                }
            } catch (IOException e) {
                if (!closed) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private List<WireLink> snapshot() {
        synchronized (links) {
            return List.copyOf(links);
        }
    }

    private void each(Consumer<WireLink> what) {
        snapshot().forEach(what);
    }

    /** Breaks all connections and accepts no new ones. */
    @Override
    public void close() {
        closed = true;
        WireLink.quietly(door);
        each(WireLink::close);
    }
}
