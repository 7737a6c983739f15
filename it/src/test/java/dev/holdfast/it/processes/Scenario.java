package dev.holdfast.it.processes;

import dev.holdfast.Acquisition;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.LockView;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Refusal;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The main program of a process that goes through a lock's life in each kind of store and says all that can be seen of it: what people
 * are told, what the history keeps, and what other programs find in the files. Processes and local times are left out; all
 * else must be the same in every country.
 */
final class Scenario {
    /** Every kind of store, and the place that each needs. */
    static final Map<String, String> STORES = new TreeMap<>(
            Map.of("memory", "", "sqlite", "locks.db", "files", "locks", "dir", "locks", "file", ".locks"));

    /** Letters whose other case differs by language, and one that is not Latin at all. */
    private static final List<String> NAMES = List.of("Chapter_I", "TITLE_ISTANBUL", "ıIiİ-ß-Я");

    /** Shorter than a handle waits before it renews by itself, which nobody can tell when. */
    private static final Duration STEP = Duration.ofSeconds(20);

    private final PrintStream out;
    private final FakeTime time;
    private final String address;

    private Scenario(PrintStream out, FakeTime time, String address) {
        this.out = out;
        this.time = time;
        this.address = address;
    }

    /** Arguments: a folder for the stores, the moment to begin at. */
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (Map.Entry<String, String> store : STORES.entrySet()) {
            Path folder = Files.createDirectories(Path.of(args[0], store.getKey()));
            String place = store.getValue().isEmpty()
                    ? "scenario"
                    : folder.resolve(store.getValue()).toString();
            String address = store.getKey() + ":" + place;
            out.println(store.getKey());
            Scenario scenario = new Scenario(out, FakeTime.at(Instant.parse(args[1])), address);
            for (String name : NAMES) {
                scenario.play(name, folder);
            }
        }
    }

    private LockManager open() {
        return LockManager.open(
                address,
                ManagerOptions.DEFAULT.clocks(time, () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.instant())));
    }

    private void play(String name, Path folder) throws Exception {
        try (LockManager ann = open();
                LockManager bob = open()) {
            Owner owner = ann.newOwner().named("Ann İnce");
            LockHandle handle = ann.acquire(LockRequest.of(name).owner(owner).note("ilk Iş"));
            say("acquired", handle.resources() + " for " + handle.remaining());
            files(folder);
            time.advance(STEP);
            refused(bob, name);
            // Across the change to or from daylight saving.
            for (int i = 0; i < 10; i++) {
                handle.heartbeat();
                time.advance(STEP);
            }
            refused(bob, name);
            say("view", views(bob.list("")));
            handle.close();
            LockHandle next = bob.acquire(name);
            say("fence grew", Boolean.toString(next.fence() > handle.fence()));
            say(
                    "forced",
                    bob.admin().forceRelease(name, "Zoë", "İş bitti").size() + " free "
                            + bob.view(name).free());
            bob.admin()
                    .history(HistoryQuery.NEWEST)
                    .forEach(past -> say(
                            "history",
                            past.at() + " " + past.event().resource() + " "
                                    + past.event().kind()));
        }
    }

    private void refused(LockManager bob, String name) {
        Acquisition tried = bob.tryAcquire(name);
        for (Refusal refusal : tried.refusals()) {
            say("refused", refusal.sentence(ZoneOffset.UTC));
        }
        try {
            tried.orThrow().close();
        } catch (LockUnavailableException e) {
            say("locally", e.getMessage().replaceAll("(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d(:\\d\\d)?", "TIME"));
        }
    }

    private static String views(List<LockView> views) {
        StringBuilder text = new StringBuilder();
        for (LockView view : views) {
            view.holders()
                    .forEach(judged -> text.append(view.resource())
                            .append(' ')
                            .append(judged.hold().owner().name())
                            .append(' ')
                            .append(judged.hold().since())
                            .append(' ')
                            .append(judged.hold().until())
                            .append(' ')
                            .append(judged.state()));
        }
        return text.toString();
    }

    /** What other programs see; not what only Holdfast reads, which comes and goes beside. */
    private void files(Path folder) throws IOException {
        TreeSet<Path> seen = new TreeSet<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                return path.endsWith(".holdfast") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                String name = path.toString();
                if (name.endsWith("locks.json") || name.endsWith(".lock") || name.endsWith("ts")) {
                    seen.add(path);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        for (Path file : seen) {
            say("file " + folder.relativize(file), Files.readString(file));
        }
    }

    private void say(String what, String text) {
        String same = text.replaceAll("process \\d+", "process N")
                // What a manager writes by itself at the same moment counts for the next fence, too.
                .replaceAll("((?:process_id|fence)\"\\s*:\\s*)\\d+", "$1N")
                .replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}", "ID");
        out.println(what + ": " + same);
    }
}
