package dev.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The network between a store and its server, on loopback: it passes everything on until it is told to do something else.
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

    /** What becomes of bytes that come along. */
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

    /** A wire to that port of this machine. */
    public static Wire to(int port) {
        try {
            Wire wire = new Wire(port, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            WireLink.daemon("wire", wire::accept);
            return wire;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where clients connect. */
    public int port() {
        return door.getLocalPort();
    }

    /** From now on nothing that clients send reaches the server. */
    public void loseRequests() {
        requests = Fate.LOST;
    }

    /** From now on requests reach the server, and nothing that it says reaches anybody. */
    public void loseAnswers() {
        answers = Fate.LOST;
    }

    /** From now on what clients send waits until {@link #deliverLate}, and nothing comes back. */
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

    /** Lets the kept requests arrive at the server now. How many bytes that were. */
    public int deliverLate() {
        int bytes = 0;
        for (WireLink link : snapshot()) {
            bytes += link.deliverLate();
        }
        return bytes;
    }

    /** How many bytes wait to be delivered. */
    public int kept() {
        return snapshot().stream().mapToInt(WireLink::kept).sum();
    }

    /** How many bytes of answers were lost: above zero once the server has answered into the void. */
    public int lostAnswers() {
        return snapshot().stream().mapToInt(WireLink::lostAnswers).sum();
    }

    /** How many bytes of requests were lost. */
    public int lostRequests() {
        return snapshot().stream().mapToInt(WireLink::lostRequests).sum();
    }

    /** Whether the server has ended every connection that is known here. */
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

    /** Breaks everything; nobody can connect any more. */
    @Override
    public void close() {
        closed = true;
        WireLink.quietly(door);
        each(WireLink::close);
    }
}
