package dev.holdfast.bench;

import dev.holdfast.bench.http.Crowd;
import dev.holdfast.bench.http.Turn;
import dev.holdfast.bench.http.Wanting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/** Connections to one server that all want the same lock, and the results of their turns. */
final class Contenders implements AutoCloseable {
    private final List<Wanting> talks = new ArrayList<>();
    private final List<Turn> turns = new ArrayList<>();
    private final Crowd crowd;
    private final boolean receipts;

    /** @param receipts whether each request brings a receipt of its own, as those of all clients do */
    Contenders(int port, int size, boolean receipts) throws IOException {
        this.receipts = receipts;
        String resource = "wanted-by-" + size + (receipts ? "-with-receipts" : "");
        IntStream.range(0, size).forEach(i -> talks.add(new Wanting(resource, i, receipts)));
        this.crowd = Crowd.of(port, size, talks::get);
    }

    int size() {
        return talks.size();
    }

    /** Returns the name of its row. */
    String label() {
        return size() == 1 ? "1, alone" : size() + (receipts ? ", receipts" : "");
    }

    void turn(Duration slice) throws IOException {
        turns.add(crowd.run(slice));
    }

    /** Runs for a time that does not count. Returns how many pairs were made. */
    long warmUp(Duration slice) throws IOException {
        long pairs = crowd.run(slice).answers() / 2;
        talks.forEach(Wanting::takeWaits);
        return pairs;
    }

    private static double rate(Turn turn) {
        return turn.answers() / 2.0 * 1e9 / turn.nanos();
    }

    /** Returns the pairs of acquire and release per second. */
    Spread rate() {
        return Spread.of(turns.stream().mapToDouble(Contenders::rate));
    }

    /** Returns the speed as a multiple of that of others, turn by turn. */
    Spread ratio(Contenders other) {
        return Spread.of(
                IntStream.range(0, turns.size()).mapToDouble(i -> rate(turns.get(i)) / rate(other.turns.get(i))));
    }

    /** Returns how often the connection with the fewest grants got the lock, as a share of the one with the most. */
    double fairness() {
        IntSummaryStatistics counts = talks.stream().mapToInt(Wanting::count).summaryStatistics();
        return counts.getMax() <= 0 ? 0 : (double) counts.getMin() / counts.getMax();
    }

    /** Returns all waits in nanoseconds. To be called once, at the end. */
    Spread takeWaits() {
        return Spread.of(talks.stream().flatMapToLong(Wanting::takeWaits).asDoubleStream());
    }

    @Override
    public void close() throws IOException {
        crowd.close();
    }
}
