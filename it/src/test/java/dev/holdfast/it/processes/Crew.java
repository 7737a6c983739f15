package dev.holdfast.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Processes that work beside each other; whoever is killed is replaced by a new one. */
final class Crew implements AutoCloseable {
    private final String address;
    private final Path folder;
    private final Random random;
    private final Inside inside;
    private final List<Child> working = new ArrayList<>();
    private final List<Child> all = new ArrayList<>();
    private final Map<Long, Long> killedAt = new HashMap<>();

    Crew(String address, Path folder, int size, Random random) throws IOException {
        this.address = address;
        this.folder = folder;
        this.random = random;
        this.inside = new Inside(folder.resolve(Worker.INSIDE));
        for (int i = 0; i < size; i++) {
            hire();
        }
    }

    private void hire() throws IOException {
        Child child = Child.start(
                folder, List.of(), Worker.class, address, folder.toString(), Long.toString(random.nextLong()));
        working.add(child);
        all.add(child);
    }

    /** Kills anybody, or whoever is inside. */
    void killOne() throws IOException {
        Child victim = random.nextInt(3) == 0 ? working.get(random.nextInt(working.size())) : lingering();
        killedAt.put(victim.pid(), System.nanoTime());
        victim.kill();
        working.remove(victim);
        hire();
    }

    /** One that was inside at two looks in a row, if such a one is found in time; else anybody. */
    private Child lingering() throws IOException {
        long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        while (System.nanoTime() - end < 0) {
            long first = inside.who();
            LockSupport.parkNanos(2_000_000);
            if (first != 0 && first == inside.who()) {
                for (Child child : working) {
                    if (child.pid() == first) {
                        return child;
                    }
                }
            }
        }
        return working.get(random.nextInt(working.size()));
    }

    /** Fails if one ended without being told to. */
    void requireWorking() {
        for (Child child : working) {
            assertThat(child.runs())
                    .as("process %s runs; %s", child.pid(), child.errors())
                    .isTrue();
        }
    }

    /** When each of those that were killed was. */
    Map<Long, Long> killedAt() {
        return killedAt;
    }

    /** Lets all come to an end by themselves. */
    void dismiss() throws IOException, InterruptedException {
        Files.createFile(folder.resolve(Worker.STOP));
        for (Child child : all) {
            int expected = killedAt.containsKey(child.pid()) ? Child.KILLED : 0;
            assertThat(child.await(300))
                    .as("exit code of %s; %s", child.pid(), child.errors())
                    .isEqualTo(expected);
        }
    }

    @Override
    public void close() {
        all.forEach(Child::close);
    }
}
