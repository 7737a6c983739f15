package dev.holdfast.bench;

import dev.holdfast.bench.contender.Contender;
import dev.holdfast.bench.contender.Entrant;
import dev.holdfast.bench.contender.Proof;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Contenders on one server, each opened as often as there are to be clients of it, and each proved to lock. One that cannot be
 * opened, or does not lock, is left out and named.
 */
final class Field implements AutoCloseable {
    private final Map<Entrant, List<Contender>> clients = new LinkedHashMap<>();
    private final Map<Entrant, String> out = new LinkedHashMap<>();

    /** Makes the task of one thread of one client. */
    interface Work {
        Task of(Contender client, int thread) throws Exception;
    }

    private Field() {}

    /**
     * Opens the contenders.
     *
     * @param count the number of clients of each; the threads are divided among them
     * @param connections the maximum of each client
     */
    static Field of(List<Entrant> entrants, String address, int count, int connections) {
        Field field = new Field();
        for (Entrant entrant : entrants) {
            field.open(entrant, address, count, connections);
        }
        return field;
    }

    private void open(Entrant entrant, String address, int count, int connections) {
        List<Contender> opened = new ArrayList<>();
        clients.put(entrant, opened);
        try {
            Proof.of(entrant, address);
            for (int i = 0; i < count; i++) {
                opened.add(entrant.open(address, connections));
            }
        } catch (Exception e) {
            out.put(entrant, Runner.reason(entrant, e));
        }
    }

    /** Measures the contenders in turn. */
    List<Standing> run(Contest contest, int threads, Work work, Progress progress) throws Exception {
        List<Runner> runners = new ArrayList<>();
        try {
            for (Map.Entry<Entrant, List<Contender>> entry : clients.entrySet()) {
                List<Contender> own = entry.getValue();
                Entrant entrant = entry.getKey();
                String reason = out.get(entrant);
                runners.add(
                        reason != null
                                ? Runner.out(entrant, reason)
                                : Runner.of(entrant, threads, thread -> work.of(own.get(thread % own.size()), thread)));
            }
            return contest.of(runners, progress);
        } finally {
            runners.forEach(Runner::close);
        }
    }

    @Override
    public void close() {
        for (List<Contender> all : clients.values()) {
            for (Contender one : all) {
                try {
                    one.close();
                } catch (RuntimeException e) {
                    // It has been measured; the server is about to end anyway.
                }
            }
        }
    }
}
