package dev.holdfast.internal.manager;

import static dev.holdfast.internal.manager.Scenes.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.check.Extent;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commands that are folded into one change come out as in some serial order of the same commands. */
@Tag("safety")
@Timeout(300)
class FoldingTest {
    private static final int CASES = Extent.of(1_500, 30_000);
    private static final Key A = Key.lock("scene/9/a");
    private static final Key B = Key.lock("scene/9/b");

    @Test
    void folding_equalsSomeSerialOrder() {
        int granted = 0;
        for (int seed = 0; seed < CASES; seed++) {
            Case random = new Case(seed);
            Bench folded = random.bench.copy();
            List<Attempt> attempts = random.attempts();
            List<String> outcomes = folded.run(attempts);
            tidy(folded);
            assertThat(isSerial(random, outcomes, folded.content()))
                    .as("seed %d: %s came out as %s with %s", seed, random.commands, outcomes, folded.content())
                    .isTrue();
            granted += outcomes.stream().anyMatch(outcome -> outcome.startsWith("Granted")) ? 1 : 0;
        }
        assertThat(granted).as("cases with a grant").isGreaterThan(CASES / 5);
    }

    private static boolean isSerial(Case random, List<String> outcomes, Map<String, String> content) {
        for (List<Integer> order : orders(random.commands.size())) {
            Bench serial = random.bench.copy();
            List<String> found = new ArrayList<>(Collections.nCopies(outcomes.size(), ""));
            for (int which : order) {
                found.set(
                        which,
                        serial.run(List.of(attempt(random.commands.get(which), Snapshot.ASSUMED_ABSENT)))
                                .get(0));
            }
            tidy(serial);
            if (found.equals(outcomes) && serial.content().equals(content)) {
                return true;
            }
        }
        return false;
    }

    /** What is over is taken away sooner or later; it counts for nothing meanwhile. */
    private static void tidy(Bench bench) {
        for (Key key : List.of(A, B)) {
            bench.run(
                    List.of(new Attempt(List.of(new Step(key, new Command.Tidy(), POLICY)), Snapshot.ASSUMED_ABSENT)));
        }
    }

    private static List<List<Integer>> orders(int size) {
        if (size == 0) {
            return List.of(List.of());
        }
        List<List<Integer>> all = new ArrayList<>();
        for (List<Integer> order : orders(size - 1)) {
            for (int place = order.size(); place >= 0; place--) {
                List<Integer> more = new ArrayList<>(order);
                more.add(place, size - 1);
                all.add(more);
            }
        }
        return all;
    }

    private static Attempt attempt(Command command, Snapshot snapshot) {
        return new Attempt(List.of(new Step(A, command, POLICY)), snapshot);
    }

    /** Records that came about by random commands, and commands to fold, all by one seed. */
    private static final class Case {
        private final Random random;
        private final Bench bench = new Bench(Scenes.NOW);
        private final List<Snapshot> views = new ArrayList<>(List.of(Snapshot.ASSUMED_ABSENT));
        private final List<Command> commands = new ArrayList<>();
        private int ids;
        private boolean begun;

        Case(long seed) {
            random = new Random(seed);
            if (random.nextInt(4) == 0) {
                bench.put(new Key(Kind.OWNER_ENDED, "o1"), new OwnerEnded("o1", Scenes.NOW));
            }
            for (int i = random.nextInt(6); i > 0; i--) {
                Key key = random.nextInt(4) == 0 ? B : A;
                bench.run(List.of(new Attempt(List.of(new Step(key, command(), POLICY)), Snapshot.ASSUMED_ABSENT)));
                if (random.nextInt(3) == 0) {
                    // No caller acts on a view from before the end of a lease: a renewal would revive the hold.
                    bench.pass(Duration.ofSeconds(6));
                    views.subList(1, views.size()).clear();
                } else {
                    bench.pass(Duration.ofMillis(700));
                }
                views.add(bench.look());
            }
            begun = true;
            for (int i = 2 + random.nextInt(3); i > 0; i--) {
                commands.add(command());
            }
        }

        /** Each caller knows nothing, or has read the current records, or remembers them from some time. */
        List<Attempt> attempts() {
            List<Attempt> attempts = new ArrayList<>();
            for (Command command : commands) {
                int which = random.nextInt(views.size());
                boolean current = which == views.size() - 1 && random.nextInt(3) > 0;
                attempts.add(attempt(
                        command, current ? views.get(which) : views.get(which).remembered()));
            }
            return attempts;
        }

        private Command command() {
            return switch (random.nextInt(9)) {
                case 0 -> new Command.Renew(Scenes.id(1 + random.nextInt(6)), true, null);
                case 1, 2 -> new Command.Release(Scenes.id(1 + random.nextInt(6)));
                case 3 -> new Command.ReleaseOwner("o" + random.nextInt(4));
                case 4 -> random.nextBoolean() ? new Command.Force("admin", "") : new Command.Tidy();
                default -> {
                    Command.Takeover takeover = random.nextInt(8) == 0 ? new Command.Takeover("boss", "") : null;
                    yield new Command.Acquire(claim(), random.nextBoolean(), takeover);
                }
            };
        }

        private Claim claim() {
            int number = random.nextInt(4);
            String user = List.of("", "mia", "mia", "tom").get(number);
            Owner owner = new Owner("o" + number, "o" + number, user, processes());
            Mode mode = random.nextBoolean() ? Mode.SHARED : Mode.EXCLUSIVE;
            Lease lease = random.nextInt(3) == 0 ? Lease.of(Duration.ofSeconds(4)) : Lease.NONE;
            String slot = user.isEmpty() || random.nextBoolean() ? "" : "scene/9\n" + user;
            return new Claim(Scenes.id(++ids), owner, mode, lease, "", slot);
        }

        private List<ProcessId> processes() {
            ProcessId self = ProcessTable.system().self();
            return switch (random.nextInt(8)) {
                case 0 -> List.of(self);
                // The callers of the folded commands are alive.
                case 1 ->
                    begun
                            ? List.of()
                            : List.of(new ProcessId(self.host(), self.boot(), self.namespace(), self.pid(), "1"));
                default -> List.of();
            };
        }
    }
}
