package dev.holdfast.bench;

import dev.holdfast.bench.Comparison.Pace;
import dev.holdfast.bench.http.Cores;
import dev.holdfast.bench.http.Crowd;
import dev.holdfast.bench.http.ServerChild;
import dev.holdfast.bench.http.Talk;
import dev.holdfast.bench.http.Turn;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A server and its clients, in a contest of several. */
final class HttpSide implements AutoCloseable {
    static final int CONNECTIONS = 64;

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration MAX_WARM_UP = Duration.ofMinutes(2);

    private final ServerChild server;
    private final Crowd crowd;
    private final List<Turn> turns = new ArrayList<>();
    private Duration cpu = Duration.ZERO;

    HttpSide(ServerChild server, IntFunction<Talk> talks) throws IOException {
        this.server = server;
        this.crowd = Crowd.of(server.port(), CONNECTIONS, talks);
        // A server closes connections on which nothing was asked for 10 s, and other sides may take that long to start.
        crowd.run(FIRST);
    }

    /** Starts a server and its clients; closing this ends both. */
    static HttpSide start(Cores cores, IntFunction<Talk> talks, Class<?> main, String... arguments) throws IOException {
        ServerChild server = ServerChild.start(cores, main, arguments);
        boolean sound = false;
        try {
            HttpSide side = new HttpSide(server, talks);
            sound = true;
            return side;
        } finally {
            if (!sound) {
                server.close();
            }
        }
    }

    /** Measures all sides in turn, a slice of each per round. The first one changes from round to round. */
    static void contest(List<HttpSide> sides, Pace pace, Progress progress) throws IOException {
        for (HttpSide side : sides) {
            side.warmUp(pace);
            progress.round();
        }
        List<HttpSide> order = new ArrayList<>(sides);
        for (int i = 0; i < pace.slices(); i++) {
            for (HttpSide side : order) {
                side.turn(pace.slice());
            }
            Collections.rotate(order, 1);
            progress.round();
        }
    }

    private void warmUp(Pace pace) throws IOException {
        long start = System.nanoTime();
        long count = 0;
        while (count < pace.warmUps() && System.nanoTime() - start < MAX_WARM_UP.toNanos()) {
            count += crowd.run(pace.slice()).answers();
        }
    }

    private void turn(Duration slice) throws IOException {
        Duration before = server.cpu();
        turns.add(crowd.run(slice));
        cpu = cpu.plus(server.cpu().minus(before));
    }

    private static double rate(Turn turn) {
        return turn.answers() * 1e9 / turn.nanos();
    }

    /** Returns the requests per second. */
    double rate() {
        return Spread.of(turns.stream().mapToDouble(HttpSide::rate)).median();
    }

    /** Returns the speed as a multiple of another side's, turn by turn. */
    Spread ratio(HttpSide other) {
        return Spread.of(
                IntStream.range(0, turns.size()).mapToDouble(i -> rate(turns.get(i)) / rate(other.turns.get(i))));
    }

    /** Returns the server's processor time for one request. */
    String cost() {
        return Report.micros(
                (double) cpu.toNanos() / turns.stream().mapToLong(Turn::answers).sum());
    }

    /** Returns the processor use of the server and the load: the one at 100 % was measured. */
    String shares() {
        double all = turns.stream().mapToLong(Turn::nanos).sum();
        double load = turns.stream().mapToLong(Turn::cpuNanos).sum();
        return String.format(Locale.ROOT, "%.0f, %.0f %%", 100 * cpu.toNanos() / all, 100 * load / all);
    }

    @Override
    public void close() throws IOException {
        try {
            crowd.close();
        } finally {
            server.close();
        }
    }
}
