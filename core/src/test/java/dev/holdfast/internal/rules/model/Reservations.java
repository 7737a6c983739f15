package dev.holdfast.internal.rules.model;

import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Decision;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.internal.rules.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All states of three requests AB, BC and CA, each of which tries, reserves what it wants, takes all of it in one step, and
 * releases it. A step is one applied group: a change that expected another version does nothing. Reservations may be over at any
 * moment, and a request may die.
 */
final class Reservations {
    private static final int COUNT = 3;
    private static final Policy POLICY = Preset.OFFLINE.policy();
    private static final Lease LEASE = Lease.of(Duration.ofDays(1));
    private static final Instant NOW = RulesWorld.NOW;
    private static final Instant LONG_AGO = RulesWorld.LONG_AGO;

    /** A defect that the exploration must find. */
    enum Twist {
        NONE("nothing"),
        /** Each resource is reserved by itself. */
        ONE_BY_ONE("stuck"),
        /** A place in each queue is a plain ticket, to which the resource is handed. */
        PLAIN_TICKETS("holds while it waits"),
        /** The last to reserve goes first. */
        YOUNGEST_FIRST("an older request does not win");

        private final String breaks;

        Twist(String breaks) {
            this.breaks = breaks;
        }

        String breaks() {
            return breaks;
        }
    }

    record Report(int states, @Nullable String broken) {}

    private enum Phase {
        WAITS,
        HOLDS,
        DONE,
        DEAD
    }

    /** @param since when each began to wait, as numbers in their order */
    private record World(List<LockState> locks, List<Phase> phases, List<Integer> since) {}

    /** @param fair whether it happens by itself: no request must depend on others that give up, die or run out of time */
    private record Edge(World to, boolean fair) {}

    private final Twist twist;

    Reservations(Twist twist) {
        this.twist = twist;
    }

    Report explore() {
        Map<World, Integer> numbers = new HashMap<>();
        List<World> worlds = new ArrayList<>();
        List<List<Integer>> before = new ArrayList<>();
        ArrayDeque<World> ahead = new ArrayDeque<>();
        World start = new World(
                List.of(LockState.FREE, LockState.FREE, LockState.FREE),
                List.of(Phase.WAITS, Phase.WAITS, Phase.WAITS),
                List.of(0, 1, 2));
        add(start, numbers, worlds, before, ahead);
        while (!ahead.isEmpty()) {
            World world = ahead.remove();
            String broken = broken(world);
            if (broken != null) {
                return new Report(worlds.size(), broken);
            }
            for (Edge edge : edges(world)) {
                int to = add(edge.to, numbers, worlds, before, ahead);
                if (edge.fair) {
                    before.get(to).add(Objects.requireNonNull(numbers.get(world)));
                }
            }
        }
        for (int c = 0; c < COUNT; c++) {
            if (isStuck(c, worlds, before)) {
                return new Report(worlds.size(), "stuck");
            }
        }
        return new Report(worlds.size(), null);
    }

    private static int add(
            World world,
            Map<World, Integer> numbers,
            List<World> worlds,
            List<List<Integer>> before,
            ArrayDeque<World> ahead) {
        Integer known = numbers.putIfAbsent(world, worlds.size());
        if (known != null) {
            return known;
        }
        worlds.add(world);
        before.add(new ArrayList<>());
        ahead.add(world);
        return worlds.size() - 1;
    }

    /** Returns whether there is a state in which it waits, and from which no fair steps lead to its grant. */
    private static boolean isStuck(int c, List<World> worlds, List<List<Integer>> before) {
        BitSet able = new BitSet();
        ArrayDeque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < worlds.size(); i++) {
            if (worlds.get(i).phases.get(c) == Phase.HOLDS) {
                able.set(i);
                open.add(i);
            }
        }
        while (!open.isEmpty()) {
            for (int from : before.get(open.remove())) {
                if (!able.get(from)) {
                    able.set(from);
                    open.add(from);
                }
            }
        }
        for (int i = 0; i < worlds.size(); i++) {
            // One that has died keeps what it holds until its lease is over, which is not modelled here.
            boolean waits = worlds.get(i).phases.get(c) == Phase.WAITS;
            if (waits && !worlds.get(i).phases.contains(Phase.DEAD) && !able.get(i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean wants(int c, int resource) {
        return resource == c || resource == (c + 1) % COUNT;
    }

    private static Claim claim(int c) {
        return new Claim(new HoldId(1, c), Owner.of("o" + c), Mode.EXCLUSIVE, LEASE);
    }

    private static Decision decide(LockState state, Command command) {
        return Rules.decide(state, command, POLICY, Evidence.NONE, NOW);
    }

    private List<Edge> edges(World world) {
        List<Edge> edges = new ArrayList<>();
        for (int c = 0; c < COUNT; c++) {
            Phase phase = world.phases.get(c);
            if (phase == Phase.WAITS) {
                World tried = tried(world, c);
                if (tried != null) {
                    edges.add(new Edge(tried, true));
                }
                reserve(world, c, edges);
            } else if (phase == Phase.HOLDS) {
                edges.add(new Edge(in(left(world, c), c, Phase.DONE), true));
            }
            // One by one they are stuck by themselves. In all orders of the rest there would be too many states.
            if (twist != Twist.ONE_BY_ONE) {
                addUnfair(world, c, edges);
            }
        }
        return edges;
    }

    private static void addUnfair(World world, int c, List<Edge> edges) {
        Phase phase = world.phases.get(c);
        if (phase == Phase.WAITS) {
            edges.add(new Edge(in(world, c, Phase.DEAD), false));
            edges.add(new Edge(in(left(world, c), c, Phase.DONE), false));
        } else if (phase == Phase.DONE) {
            edges.add(new Edge(asksAgain(world, c), false));
        }
        World over = over(world, c);
        if (!over.equals(world)) {
            edges.add(new Edge(over, false));
        }
    }

    /** Returns the world in which it has all that it wants, or null if it is refused one of them. */
    private static @Nullable World tried(World world, int c) {
        List<LockState> locks = new ArrayList<>(world.locks);
        for (int r = 0; r < COUNT; r++) {
            if (wants(c, r)) {
                Decision decision = decide(locks.get(r), new Command.Acquire(claim(c), false, null));
                if (!(decision.outcome() instanceof Outcome.Granted)) {
                    return null;
                }
                locks.set(r, written(decision));
            }
        }
        return in(new World(locks, world.phases, world.since), c, Phase.HOLDS);
    }

    private void reserve(World world, int c, List<Edge> edges) {
        List<LockState> all = new ArrayList<>(world.locks);
        for (int r = 0; r < COUNT; r++) {
            if (wants(c, r)) {
                LockState next = written(decide(world.locks.get(r), reserving(world, c)));
                all.set(r, next);
                if (twist == Twist.ONE_BY_ONE && !next.equals(world.locks.get(r))) {
                    List<LockState> one = new ArrayList<>(world.locks);
                    one.set(r, next);
                    edges.add(new Edge(new World(one, world.phases, world.since), true));
                }
            }
        }
        if (twist != Twist.ONE_BY_ONE && !all.equals(world.locks)) {
            edges.add(new Edge(new World(all, world.phases, world.since), true));
        }
    }

    private Command reserving(World world, int c) {
        int age = world.since.get(c);
        return switch (twist) {
            case PLAIN_TICKETS -> new Command.Acquire(claim(c), true, null);
            // With the same age for all the order would be that of their ids.
            case ONE_BY_ONE -> new Command.Reserve(claim(c), NOW.plusSeconds(oldestReservation(world)));
            case YOUNGEST_FIRST -> new Command.Reserve(claim(c), NOW.minusSeconds(age));
            case NONE -> new Command.Reserve(claim(c), NOW.plusSeconds(age));
        };
    }

    /** Returns a number for the next reservation, so that each goes behind all others. */
    private static int oldestReservation(World world) {
        return 10 + world.locks.stream().mapToInt(lock -> lock.queue().size()).sum();
    }

    private static World left(World world, int c) {
        List<LockState> locks = new ArrayList<>(world.locks);
        locks.replaceAll(lock -> written(decide(lock, new Command.Release(claim(c).id()))));
        return new World(locks, world.phases, world.since);
    }

    private static World asksAgain(World world, int c) {
        List<Integer> since = new ArrayList<>(world.since);
        since.replaceAll(age -> age > world.since.get(c) ? age - 1 : age);
        since.set(c, COUNT - 1);
        List<LockState> locks = new ArrayList<>(world.locks);
        // Tickets carry the age of their requests.
        locks.replaceAll(lock -> new LockState(
                lock.holds(),
                lock.queue().stream().map(ticket -> aged(ticket, world, since)).toList(),
                lock.marked()));
        return in(new World(locks, world.phases, since), c, Phase.WAITS);
    }

    private static Ticket aged(Ticket ticket, World before, List<Integer> since) {
        int c = (int) ticket.claim().id().low();
        int moved = since.get(c) - before.since.get(c);
        boolean forward = !ticket.since().isBefore(NOW);
        return new Ticket(
                ticket.claim(),
                ticket.since().plusSeconds(forward ? moved : -moved),
                ticket.seen(),
                0,
                ticket.reserved());
    }

    /** Returns the world after the time of its reservations. */
    private static World over(World world, int c) {
        List<LockState> locks = new ArrayList<>(world.locks);
        locks.replaceAll(lock -> decide(
                        new LockState(
                                lock.holds(),
                                lock.queue().stream()
                                        .map(ticket -> ticket.claim().equals(claim(c))
                                                ? new Ticket(
                                                        ticket.claim(), ticket.since(), LONG_AGO, 0, ticket.reserved())
                                                : ticket)
                                        .toList(),
                                lock.marked()),
                        new Command.Tidy())
                .next());
        locks.replaceAll(lock -> lock.isFree() ? LockState.FREE : lock.stamped(1, NOW));
        return new World(locks, world.phases, world.since);
    }

    private static World in(World world, int c, Phase phase) {
        List<Phase> phases = new ArrayList<>(world.phases);
        phases.set(c, phase);
        return new World(world.locks, phases, world.since);
    }

    private static LockState written(Decision decision) {
        return decision.next().isFree() ? LockState.FREE : decision.next().stamped(1, NOW);
    }

    private @Nullable String broken(World world) {
        for (LockState lock : world.locks) {
            if (lock.holds().size() > 1) {
                return "two hold the same";
            }
        }
        for (int c = 0; c < COUNT; c++) {
            int held = 0;
            for (LockState lock : world.locks) {
                held += lock.holdOf(claim(c).id()) == null ? 0 : 1;
            }
            if (held != (world.phases.get(c) == Phase.HOLDS ? 2 : 0)) {
                return "holds while it waits";
            }
        }
        // One by one there is no age that all queues agree on.
        return twist == Twist.ONE_BY_ONE || oldestWins(world) ? null : "an older request does not win";
    }

    /** Returns whether the oldest of those that have reserved gets all as soon as no hold is in its way. */
    private static boolean oldestWins(World world) {
        int oldest = -1;
        for (int c = 0; c < COUNT; c++) {
            boolean reserved = world.locks.get(c).placeOf(claim(c).id()) > 0
                    && world.locks.get((c + 1) % COUNT).placeOf(claim(c).id()) > 0;
            if (reserved && (oldest < 0 || world.since.get(c) < world.since.get(oldest))) {
                oldest = c;
            }
        }
        if (oldest < 0 || world.phases.get(oldest) != Phase.WAITS) {
            return true;
        }
        boolean free = world.locks.get(oldest).holds().isEmpty()
                && world.locks.get((oldest + 1) % COUNT).holds().isEmpty();
        return !free || tried(world, oldest) != null;
    }
}
