package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.check.Extent;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.file.project.Registries;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A power failure at any moment, which takes any part of what was not flushed with it. */
@Timeout(900)
class PowerFailureTest {
    private static final List<String> RESOURCES = List.of("a", "b", "c");
    /** Of so many flushes one is left out in turn, to show that it is needed. */
    private static final int FLUSHES = Extent.of(3, 1);

    @TempDir(factory = InMemory.class)
    Path temp;

    private Path live;
    private Path originals;
    private int failures;
    /** States that were found to be in order. */
    private final Set<String> sound = new HashSet<>();

    @BeforeEach
    void makeFolders() throws IOException {
        live = Files.createDirectory(temp.resolve("live"));
        originals = Files.createDirectory(temp.resolve("originals"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "file"})
    void use_powerFailsAnywhere_keepsWhatWasAnswered(String scheme) throws IOException {
        Trace trace = recorded(scheme);
        assertThat(failAnywhere(scheme, trace, -1, 0)).isEmpty();
        assertThat(failures).isGreaterThan(200);
        List<String> unneeded = new ArrayList<>();
        int flushes = 0;
        for (int i = 0; i < trace.operations().size(); i++) {
            if (matters(trace.operations().get(i))
                    && flushes++ % FLUSHES == 0
                    && failAnywhere(scheme, trace, i, i).isEmpty()) {
                unneeded.add(i + ": " + trace.operations().get(i).name());
            }
        }
        assertThat(flushes).isGreaterThan(FLUSHES);
        assertThat(unneeded).as("flushes that can be left out").isEmpty();
    }

    /** Whether the step is a flush for a change, or one of those that make the new folders last. */
    private static boolean matters(Trace.Operation operation) {
        boolean first = operation.promise().equals(Promise.NONE);
        return operation.flush() && (!first || operation.name().matches("flush directory (|new|.*/.holdfast)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "file"})
    void recovery_powerFailsAnywhere_keepsWhatWasSeen(String scheme) throws IOException {
        Set<String> flushes = new TreeSet<>();
        Set<String> needed = new TreeSet<>();
        boolean killed = true;
        for (int steps = 0; killed; steps++) {
            assertThat(steps).isLessThan(100);
            Path folder = Files.createDirectory(live.resolve("kill-" + steps));
            Trace trace = new Trace(folder, Files.createDirectory(originals.resolve("kill-" + steps)));
            FakeTime time = FakeTime.create();
            killed = isKilled(scheme, folder, trace, time, steps);
            int from = trace.operations().size();
            try (LockStore store = open(scheme, folder, trace, time)) {
                for (String resource : RESOURCES) {
                    trace.promise(trace.promise().seen(resource, Locks.owner(store, resource)));
                }
                new PowerScript(store, trace).write("draft");
            }
            assertThat(failAnywhere(scheme, trace, -1, from))
                    .as("killed after %s steps", steps)
                    .isEmpty();
            for (int i = from; i < trace.operations().size(); i++) {
                String name = trace.operations().get(i).name();
                if (trace.operations().get(i).flush()) {
                    flushes.add(name);
                    if (!needed.contains(name)
                            && !failAnywhere(scheme, trace, i, i).isEmpty()) {
                        needed.add(name);
                    }
                }
            }
        }
        assertThat(needed).as("flushes that cannot be left out").isEqualTo(flushes);
    }

    @Test
    void corruptRegistry_powerFailsAnywhere_keepsOwnHolds() throws IOException {
        Trace trace = new Trace(live, originals);
        Disk disk = new Disk(trace);
        int from;
        try (LockStore store = open("file", live, trace, FakeTime.create())) {
            PowerScript script = new PowerScript(store, trace);
            script.take("ann", "a");
            // So that the journal tells by itself that the first change was committed.
            script.write("draft");
            Path file = live.resolve("new/locks/locks.json");
            disk.create(file.resolveSibling("typo"), "{\"locks\":".getBytes(UTF_8), true);
            disk.move(file.resolveSibling("typo"), file);
            disk.flushDirectory(file.getParent());
            from = trace.operations().size();
            assertThat(Locks.owner(store, "a")).isEqualTo("ann");
        }
        assertThat(trace.operations()).hasSizeGreaterThan(from + 4);
        assertThat(failAnywhere("file", trace, -1, from)).isEmpty();
        List<String> needed = new ArrayList<>();
        for (int i = from; i < trace.operations().size(); i++) {
            if (trace.operations().get(i).flush()
                    && !failAnywhere("file", trace, i, i).isEmpty()) {
                needed.add(trace.operations().get(i).name());
            }
        }
        assertThat(needed).contains("flush directory new/locks/.holdfast/file");
    }

    private static boolean isKilled(String scheme, Path folder, Trace trace, FakeTime time, int steps) {
        try (LockStore store = open(scheme, folder, trace, time)) {
            PowerScript script = new PowerScript(store, trace);
            script.take("ann", "a");
            trace.killAfter(steps);
            script.take("bob", "b");
            script.release("a");
            return false;
        } catch (Trace.Killed e) {
            return true;
        } finally {
            trace.killAfter(Integer.MAX_VALUE);
        }
    }

    @Test
    void directories_powerFailsAnywhere_canBeUsed() throws IOException {
        Trace trace = recorded("dir");
        LossyDisk disk = new LossyDisk();
        for (Trace.Operation operation : trace.operations()) {
            operation.effect().accept(disk);
            List<LossyDisk.State> states = disk.states();
            for (int i = 0; i < states.size(); i += 1 + states.size() / 8) {
                Path root = temp.resolve("failure-" + ++failures);
                states.get(i).into(root);
                try (LockStore store = open("dir", root, new Unflushed(), FakeTime.create())) {
                    assertThat(Locks.taken(store, "new", "new")).isPositive();
                    assertThat(Locks.owner(store, "new")).isEqualTo("new");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"files,3 4 5 1 3 3 2 3", "file,3 3 5 1 3 3 3 3", "dir,0 0 4 0 0 0 0 0"})
    void change_flushesNoMoreThanNeeded(String scheme, String counts) {
        List<String> flushes = new ArrayList<>();
        int count = 0;
        boolean settled = true;
        for (Trace.Operation operation : recorded(scheme).operations()) {
            if (operation.promise().settled() && !settled) {
                flushes.add(Integer.toString(count));
            }
            count = operation.promise().settled() ? 0 : operation.flush() ? count + 1 : count;
            settled = operation.promise().settled();
        }
        assertThat(String.join(" ", flushes)).isEqualTo(counts);
    }

    private Trace recorded(String scheme) {
        Trace trace = new Trace(live, originals);
        try (LockStore store = open(scheme, live, trace, FakeTime.create())) {
            new PowerScript(store, trace).run();
        }
        return trace;
    }

    private static LockStore open(String scheme, Path root, Disk.Probe probe, FakeTime time) {
        Path folder = root.resolve("new/locks");
        return scheme.equals("file")
                ? Registries.open(folder, time, new Disk(probe))
                : FileStoreProvider.open(scheme + ":" + folder, time, new Disk(probe));
    }

    /**
     * Lets the power fail after each step, and looks at every state that this can leave. Returns what was wrong after the first
     * failure that lost something, or nothing.
     *
     * @param leftOut the number of a flush that is not made, or -1
     * @param from the first step to look at
     */
    private String failAnywhere(String scheme, Trace trace, int leftOut, int from) throws IOException {
        LossyDisk disk = new LossyDisk();
        for (int i = 0; i < trace.operations().size(); i++) {
            Trace.Operation operation = trace.operations().get(i);
            if (i != leftOut) {
                operation.effect().accept(disk);
            }
            if (i < from
                    || (operation.name().equals(Trace.PROMISE)
                            && !operation.promise().settled())) {
                continue; // the disk is as it was, and no more is promised
            }
            for (LossyDisk.State state : disk.states()) {
                if (sound.contains(state.signature() + operation.promise().hashCode())) {
                    continue;
                }
                try {
                    check(scheme, state, operation.promise());
                    sound.add(state.signature() + operation.promise().hashCode());
                } catch (AssertionError | RuntimeException e) {
                    return "after step " + i + ", " + operation.name() + ": " + text(e) + "\n" + state.signature();
                }
            }
        }
        return "";
    }

    private static String text(Throwable failure) {
        String text = String.valueOf(failure);
        return text.substring(0, Math.min(text.length(), 2000));
    }

    private void check(String scheme, LossyDisk.State state, Promise promise) throws IOException {
        Path root = temp.resolve("failure-" + ++failures);
        state.into(root);
        FakeTime time = FakeTime.create();
        // So that only what is on the disk makes versions grow.
        time.jumpBack(Duration.ofDays(30));
        List<String> owners = new ArrayList<>();
        try (LockStore store = open(scheme, root, new Unflushed(), time)) {
            for (String resource : RESOURCES) {
                String owner = Locks.owner(store, resource);
                owners.add(owner);
                assertThat(owner).as(resource).isIn(promise.owners(resource));
                assertThat(shown(scheme, root, resource))
                        .as("shown " + resource)
                        .isEqualTo(owner);
                if (promise.owners(resource).size() == 1) {
                    assertThat(Locks.happened(store, resource)).doesNotContain(LockEvent.EventKind.LOST);
                }
            }
            assertThat(draft(store)).isIn(promise.texts());
            assertThat(store.history(new HistoryQuery("told", null, 100)).stream()
                            .map(HistoryEntry::event)
                            .map(event -> event.reason())
                            .toList())
                    .containsAll(promise.told());
            assertThat(Locks.taken(store, "new", "new")).isGreaterThan(promise.last());
        }
        if (failures % 3 > 0) {
            return; // to open it again takes long
        }
        try (LockStore store = open(scheme, root, new Unflushed(), time)) {
            for (int i = 0; i < RESOURCES.size(); i++) {
                assertThat(Locks.owner(store, RESOURCES.get(i))).isEqualTo(owners.get(i));
            }
        }
    }

    private static String draft(LockStore store) {
        Entry entry = store.read(List.of(PowerScript.DRAFT)).get(PowerScript.DRAFT);
        return entry == null ? "" : ((DraftRecord) entry.body()).draft().content();
    }

    /** The owner that other programs see; empty if the lock is free to them. */
    private static String shown(String scheme, Path root, String resource) throws IOException {
        Path file = root.resolve("new/locks").resolve(scheme.equals("file") ? "locks.json" : resource + ".lock");
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return "";
        }
        return scheme.equals("file") ? Registries.owner(file, resource) : ownerIn(Files.readString(file));
    }

    private static String ownerIn(String text) {
        return String.valueOf(dev.holdfast.internal.json.Json.readObject(text).get("owner"));
    }

    /** Steps that need not survive anything. */
    private static final class Unflushed implements Disk.Probe {
        @Override
        public void before(String step) {}

        @Override
        public boolean flushes() {
            return false;
        }
    }
}
