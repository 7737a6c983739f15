package dev.holdfast.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the locks of a page that is left. The test says when the pause is over. */
class DeparturesTest {
    private static final Owner ANNA = Owner.of("anna");

    @TempDir
    private Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T09:00:00Z"));
    private final Queue<Runnable> later = new ArrayDeque<>();
    private LockManager locks;
    private CurrentLocks current;
    private Heartbeats node;
    private Heartbeats otherNode;

    @BeforeEach
    void open() {
        locks = LockManager.open(
                "sqlite:" + folder.resolve("locks.db"),
                ManagerOptions.DEFAULT.policies(Policies.of(Preset.OFFLINE)).clocks(now::get, System::nanoTime));
        current = new CurrentLocks(locks, new OwnerIds(null), Transactions.NONE, LockMeters.NONE);
        node = heartbeats();
        otherNode = heartbeats();
        CurrentOwner.runAs(ANNA, () -> current.acquire("policy/1"));
        CurrentOwner.runAs(ANNA, () -> current.acquire("policy/2"));
    }

    private Heartbeats heartbeats() {
        return new Heartbeats(current, LockMeters.NONE, new Departures(current.owners(), later::add));
    }

    @AfterEach
    void close() {
        locks.close();
    }

    private void tick() {
        now.updateAndGet(moment -> moment.plus(Duration.ofSeconds(1)));
    }

    private void leave(String... resources) {
        tick();
        CurrentOwner.runAs(
                ANNA, () -> assertThat(node.leave(List.of(resources))).containsKey("holds"));
    }

    private void heartbeat(Heartbeats at, String... resources) {
        tick();
        CurrentOwner.runAs(
                ANNA, () -> assertThat(at.renew(List.of(resources), true)).containsEntry("lost", List.of()));
    }

    private void pauseIsOver() {
        for (Runnable task = later.poll(); task != null; task = later.poll()) {
            task.run();
        }
    }

    private boolean free(String resource) {
        return locks.view(resource).free();
    }

    @Test
    @DisplayName("P7: the lock of a closed page is released after a pause; others of the session stay")
    void pageThatIsLeft_isReleasedAfterAPause() {
        leave("policy/1");
        assertThat(free("policy/1")).isFalse();
        pauseIsOver();
        assertThat(free("policy/1")).isTrue();
        assertThat(free("policy/2")).isFalse();
    }

    @Test
    @Tag("safety")
    @DisplayName("P7: a page that is loaded again keeps its lock, on whatever node it is served")
    void pageThatComesBack_keepsItsLock() {
        leave("policy/1");
        heartbeat(node, "policy/1");
        leave("policy/2");
        heartbeat(otherNode, "policy/2");
        pauseIsOver();
        assertThat(free("policy/1")).isFalse();
        assertThat(free("policy/2")).isFalse();
    }

    @Test
    @DisplayName("P7: another page of the session, which renews all, does not keep what a closed one had")
    void otherPage_doesNotKeepIt() {
        leave("policy/1");
        heartbeat(node, "policy/2");
        pauseIsOver();
        assertThat(free("policy/1")).isTrue();
        assertThat(free("policy/2")).isFalse();
    }

    @Test
    @Tag("safety")
    @DisplayName("P7: a page that comes back and is left again has the whole pause again")
    void pageThatIsLeftTwice_hasTheWholePause() {
        leave("policy/1");
        heartbeat(node, "policy/1");
        leave("policy/1");
        later.remove().run();
        assertThat(free("policy/1")).isFalse();
        pauseIsOver();
        assertThat(free("policy/1")).isTrue();
    }

    @Test
    @Tag("safety")
    @DisplayName("P7: what another owner has by the end of the pause stays with that owner")
    void lockOfAnother_isNotReleased() {
        leave("policy/1");
        locks.admin().forceRelease("policy/1", "Clara", "");
        CurrentOwner.runAs(Owner.of("ben"), () -> current.acquire("policy/1"));
        pauseIsOver();
        assertThat(free("policy/1")).isFalse();
    }
}
