package dev.holdfast.torture;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.torture.history.Histories;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.judge.Judge;
import dev.holdfast.torture.judge.Terms;
import dev.holdfast.torture.judge.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One run on one store: workers, trouble, a look afterwards, and the verdict. */
final class Run {
    private static final int FIRST_WRITES = 20;
    private static final int MIN_WRITES = 300;
    private static final Duration MAX_WAIT = Duration.ofMinutes(3);

    private Run() {}

    static Result of(String store, Path folder, Options options) throws IOException, InterruptedException {
        Path histories = Files.createDirectories(folder.resolve("histories"));
        Files.writeString(folder.resolve("options.txt"), options + System.lineSeparator());
        long begin = System.nanoTime();
        String kind;
        Trouble trouble;
        Duration time;
        try (Place place = Place.prepare(store, folder.resolve("store"), options);
                History history = History.create(histories, "driver")) {
            kind = place.kind();
            try (Register register = Register.start(histories);
                    Crew crew = Crew.start(histories, place.address(), register.port(), options)) {
                trouble = new Trouble(crew, place, options);
                // On a busy machine processes take long to start: a run without work would show nothing.
                register.awaitWrites(FIRST_WRITES, MAX_WAIT);
                trouble.rage(options.time());
                register.awaitWrites(MIN_WRITES, MAX_WAIT);
                crew.finish(history);
            }
            time = Duration.ofNanos(System.nanoTime() - begin);
            try (LockManager locks = Opening.patiently(() -> LockManager.open(
                    place.calmAddress(),
                    ManagerOptions.DEFAULT.policies(Rulebook.policies(options.lease(), Options.COOLDOWN))))) {
                Aftermath.look(locks, history, options.lease(), Histories.read(histories));
            }
        }
        List<Operation> operations = Histories.read(histories);
        Terms terms = new Terms(options.lease(), Options.COOLDOWN, !options.jumps());
        List<Violation> violations = Judge.violations(operations, terms);
        Files.write(
                folder.resolve("violations.txt"),
                violations.stream().map(Violation::toString).toList());
        return Result.of(kind, options, time, operations, trouble, violations, folder);
    }
}
