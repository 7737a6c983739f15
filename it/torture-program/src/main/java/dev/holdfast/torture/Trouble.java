package dev.holdfast.torture;

import dev.holdfast.engines.Server;
import dev.holdfast.engines.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The harm done to workers, servers, engines and connections during a run, one after the other, chosen at random. */
final class Trouble {
    private static final int MIN_PAUSE_MILLIS = 300;
    private static final int MAX_PAUSE_MILLIS = 8000;

    /** One kind of harm, with its repair. */
    private interface Harm {
        void happen() throws IOException, InterruptedException;
    }

    private final Crew crew;
    private final Place place;
    private final Options options;
    private final Random random;
    private final List<Harm> harms = new ArrayList<>();
    private int stops;
    private int kills;
    private int serverKills;
    private int cuts;

    Trouble(Crew crew, Place place, Options options) {
        this.crew = crew;
        this.place = place;
        this.options = options;
        this.random = new Random(options.seed());
        add(3, this::stopWorker);
        add(2, this::killWorker);
        if (place.engine() != null) {
            add(1, this::killEngine);
            add(1, this::pauseEngine);
        }
        if (place.node() != null) {
            add(2, this::killNode);
        }
        if (!place.wires().isEmpty()) {
            add(1, this::cut);
            add(1, this::loseAnswers);
            add(1, this::loseRequests);
            add(1, this::deliverLate);
        }
    }

    private void add(int weight, Harm harm) {
        for (int i = 0; i < weight; i++) {
            harms.add(harm);
        }
    }

    /** Harms until that time is over, with at least one stop and one kill; then everything runs again. */
    void rage(Duration time) throws IOException, InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        pause(2000, end);
        stopWorker();
        pause(MIN_PAUSE_MILLIS, end);
        killWorker();
        while (System.nanoTime() - end < 0) {
            harms.get(random.nextInt(harms.size())).happen();
            pause(MIN_PAUSE_MILLIS + random.nextInt(MAX_PAUSE_MILLIS - MIN_PAUSE_MILLIS), end);
        }
    }

    private static void pause(long millis, long end) {
        Pauses.nanos(Math.min(millis * 1_000_000, end - System.nanoTime()));
    }

    private void stopWorker() throws IOException, InterruptedException {
        int number = random.nextInt(crew.size());
        if (crew.runs(number)) {
            crew.stop(number);
            stops++;
            long lease = options.lease().toMillis();
            Pauses.millis(options.stops() ? lease + 200 + random.nextInt(1500) : random.nextInt(500));
            crew.resume(number);
        }
    }

    private void killWorker() throws IOException, InterruptedException {
        kills++;
        crew.replace(random.nextInt(crew.size()));
    }

    private void killEngine() {
        Server engine = place.engine();
        if (engine != null) {
            serverKills++;
            engine.kill();
            Pauses.millis(random.nextInt(1000));
            engine.restart();
        }
    }

    private void pauseEngine() {
        Server engine = place.engine();
        if (engine != null) {
            stops++;
            engine.pause();
            Pauses.millis(random.nextInt(2000));
            engine.resume();
        }
    }

    private void killNode() throws IOException, InterruptedException {
        ServerNode node = place.node();
        if (node != null) {
            serverKills++;
            node.kill();
            Pauses.millis(random.nextInt(1000));
            node.restart();
        }
    }

    private void cut() {
        cuts++;
        wire().cut();
    }

    private void loseAnswers() {
        Wire wire = wire();
        cuts++;
        wire.loseAnswers();
        Pauses.millis(random.nextInt(800));
        wire.heal();
    }

    private void loseRequests() {
        Wire wire = wire();
        cuts++;
        wire.loseRequests();
        Pauses.millis(random.nextInt(800));
        wire.heal();
    }

    private void deliverLate() {
        Wire wire = wire();
        cuts++;
        wire.keepRequests();
        Pauses.millis(random.nextInt(800));
        wire.cut();
        wire.heal();
        Pauses.millis(random.nextInt(2000));
        wire.deliverLate();
    }

    private Wire wire() {
        List<Wire> wires = place.wires();
        return wires.get(random.nextInt(wires.size()));
    }

    int stops() {
        return stops;
    }

    int kills() {
        return kills;
    }

    int serverKills() {
        return serverKills;
    }

    int cuts() {
        return cuts;
    }
}
