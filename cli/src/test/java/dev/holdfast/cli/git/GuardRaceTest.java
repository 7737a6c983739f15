package dev.holdfast.cli.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.check.Extent;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that commit, in two work trees, against processes that acquire and release the lock of what is committed. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class GuardRaceTest {
    private static final int OF_EACH = Extent.of(3, 6);

    private final Random random = new Random(42);
    private final List<Held> holds = new CopyOnWriteArrayList<>();
    private final List<Commit> commits = new CopyOnWriteArrayList<>();
    private Future<?> ben = CompletableFuture.completedFuture(null);
    private Future<?> cleo = CompletableFuture.completedFuture(null);
    private final AtomicBoolean enough = new AtomicBoolean();

    @TempDir
    Path temporary;

    /** From before it was asked for until after it was released; and between those, when it was surely held. */
    private record Held(long asked, long granted, long ending, long ended) {
        boolean surelyThroughout(Commit commit) {
            return granted <= commit.begin && commit.end <= ending;
        }

        boolean perhapsDuring(Commit commit) {
            return asked <= commit.end && commit.begin <= ended;
        }
    }

    private record Commit(long begin, long end, Holdfast.Done done) {
        boolean passed() {
            return done.code() == 0;
        }
    }

    @Test
    @Tag("safety")
    @DisplayName(
            "What another held throughout a commit is not committed; what no one else held is; in linked work trees too")
    void commits_againstAcquires() throws Exception {
        Path folder = temporary.toRealPath();
        Repository main = Repository.in(folder.resolve("main"));
        main.done("Anna", "worktree", "add", "-q", "../linked", "-b", "linked");
        Repository linked = new Repository(folder.resolve("linked"));
        Holdfast.Done installed =
                main.as("Anna").run("hooks", "install", "git", "--command", Repository.command(folder));
        assertThat(installed.code()).as(installed.err()).isEqualTo(ExitCode.DONE);

        ben = CompletableFuture.runAsync(() -> commit(main, "Ben"));
        cleo = CompletableFuture.runAsync(() -> commit(linked, "Cleo"));
        try {
            while (sure(true) < OF_EACH || sure(false) < OF_EACH) {
                hold(main);
                awaitCommitBegunAfter(System.nanoTime());
            }
        } finally {
            enough.set(true); // nothing goes on in a folder that is being removed
            ben.get(200, TimeUnit.SECONDS);
            cleo.get(200, TimeUnit.SECONDS);
        }

        assertThat(commits).filteredOn(this::heldThroughout).allSatisfy(commit -> {
            assertThat(commit.passed()).isFalse();
            assertThat(commit.done.err()).contains("payments has been held by Anna");
        });
        assertThat(commits)
                .filteredOn(this::freeThroughout)
                .allSatisfy(commit ->
                        assertThat(commit.passed()).as(commit.done.err()).isTrue());
    }

    private boolean heldThroughout(Commit commit) {
        return holds.stream().anyMatch(held -> held.surelyThroughout(commit));
    }

    private boolean freeThroughout(Commit commit) {
        return holds.stream().noneMatch(held -> held.perhapsDuring(commit));
    }

    /** So many commits of which it is beyond doubt what must have become of them. */
    private long sure(boolean held) {
        return commits.stream()
                .filter(held ? this::heldThroughout : this::freeThroughout)
                .count();
    }

    private void hold(Repository project) throws InterruptedException {
        long asked = System.nanoTime();
        assertThat(project.as("Anna").asProcess().run("acquire", "payments").code())
                .isEqualTo(ExitCode.DONE);
        long granted = System.nanoTime();
        awaitCommitBegunAfter(granted);
        long ending = System.nanoTime();
        assertThat(project.as("Anna").asProcess().run("release", "payments").code())
                .isEqualTo(ExitCode.DONE);
        holds.add(new Held(asked, granted, ending, System.nanoTime()));
    }

    private void commit(Repository tree, String owner) {
        for (int i = 0; !enough.get(); i++) {
            try {
                tree.write("src/payments/Invoice.java", owner + i);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            tree.done(owner, "add", "-A");
            long begin = System.nanoTime();
            Holdfast.Done done = tree.git(owner, "commit", "-qm", "work");
            commits.add(new Commit(begin, System.nanoTime(), done));
        }
    }

    /** Waits until a commit that began later has ended, then for a random part of the next one. */
    private void awaitCommitBegunAfter(long moment) throws InterruptedException {
        await().atMost(Duration.ofSeconds(200))
                .until(() -> ben.isDone()
                        || cleo.isDone()
                        || commits.stream().anyMatch(commit -> commit.begin - moment >= 0));
        assertThat(ben.isDone() || cleo.isDone()).as("one of them gave up").isFalse();
        Thread.sleep(random.nextInt(500));
    }
}
