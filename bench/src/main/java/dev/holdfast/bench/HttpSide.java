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

/** A server and those who ask it, in a contest of several. */
final class HttpSide implements AutoCloseable {
    static final int CONNECTIONS = 64;

    private static final Duration LONGEST_WARM_UP = Duration.ofMinutes(2);

    private final ServerChild server;
    private final Crowd crowd;
    private final List<Turn> turns = new ArrayList<>();
    private Duration cpu = Duration.ZERO;

    HttpSide(ServerChild server, IntFunction<Talk> talks) throws IOException {
        this.server = server;
        this.crowd = Crowd.of(server.port(), CONNECTIONS, talks);
    }

    /** Starts that server, to be asked that; closing this ends it. */
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

    /** All of them in turn, a slice of each per round. Who begins changes from round to round. */
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
        while (count < pace.warmUps() && System.nanoTime() - start < LONGEST_WARM_UP.toNanos()) {
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

    /** Requests per second. */
    double rate() {
        return Spread.of(turns.stream().mapToDouble(HttpSide::rate)).median();
    }

    /** How many times as fast as another one, turn by turn. */
    Spread ratio(HttpSide other) {
        return Spread.of(
                IntStream.range(0, turns.size()).mapToDouble(i -> rate(turns.get(i)) / rate(other.turns.get(i))));
    }

    /** The server's processor time for one request. */
    String cost() {
        return Report.micros(
                (double) cpu.toNanos() / turns.stream().mapToLong(Turn::answers).sum());
    }

    /** How much of the time the server and the load were at work: the one at 100 % is what was measured. */
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
