package dev.holdfast.simulation;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs simulated threads one at a time. Wherever a thread touches what others may see (a store, a lock, an atomic or volatile
 * variable, a queue), the seed says whether it goes on or another thread does. Time passes only when all threads wait.
 */
public final class Scheduler {
    /** A schedule that takes longer is stuck in a loop. */
    private static final long MAX_POINTS = 3_000_000;

    private final Crew crew;
    private final boolean tracing;
    private final SplittableRandom random;
    private final Strategy strategy;
    private final List<Task> tasks = new ArrayList<>();
    /** Those of the tasks that can run, at its beginning; made up whenever one is chosen. */
    private Task[] ready = new Task[64];

    private final IdentityHashMap<Thread, Task> byThread = new IdentityHashMap<>();
    private final Monitors monitors = new Monitors(this);
    private final IdentityHashMap<Object, Integer> hashes = new IdentityHashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Trace trace = new Trace();
    private Runnable check = () -> {};
    private @Nullable Task current;
    private @Nullable String violation;
    private boolean ending;
    private int atomic;
    private int numbers;
    private long now = 1_000_000_000_000L;
    private long switches;
    private long history;
    private long points;

    Scheduler(Crew crew, long seed, boolean tracing) {
        this.crew = crew;
        this.tracing = tracing;
        this.random = new SplittableRandom(seed);
        this.strategy = Strategy.drawn(random);
    }

    // ---- for the world

    /** Returns the scheduler that runs the calling thread. */
    public static Scheduler here() {
        Scheduler scheduler = Carrier.schedulerHere();
        if (scheduler == null) {
            throw new IllegalStateException("This thread is not simulated.");
        }
        return scheduler;
    }

    /** Returns the time of the simulation, in nanoseconds. */
    public long now() {
        return now;
    }

    /** Returns a number from 0 to below the bound. */
    public int random(int bound) {
        return random.nextInt(bound);
    }

    public long random(long from, long to) {
        return from >= to ? from : random.nextLong(from, to);
    }

    /** Returns true once in so many times. */
    public boolean oneIn(int odds) {
        return random.nextInt(odds) == 0;
    }

    /** Starts a thread of that program. */
    public Thread start(Program program, String name, Runnable work) {
        Thread identity = new Thread(work, name);
        add(program, identity, work);
        return identity;
    }

    /** Returns whether threads of this schedule stall now and then, for no reason of their own. */
    public boolean stalls() {
        return strategy.stalls();
    }

    public Program program() {
        return running().program;
    }

    /** Lets that time pass for the calling thread. */
    public void sleep(long nanos) {
        Task me = running();
        me.wait = Task.Wait.TIME;
        me.wakeAt = now + Math.max(0, nanos);
        block(me);
    }

    /**
     * Lets that time pass for the calling thread, does something in one step, and lets as much time pass as the step returns.
     * Whatever thread runs then does the step: to change threads is what costs most.
     */
    public void sleepAround(long nanos, LongSupplier step) {
        Task me = running();
        me.wait = Task.Wait.TIME;
        me.wakeAt = Long.MAX_VALUE;
        later(me, nanos, () -> me.wakeAt = now + Math.max(0, step.getAsLong()));
        block(me);
    }

    /** Lets the calling thread wait until the condition holds, which is asked every so often, in one step each time. */
    public void sleepUntil(long nanos, BooleanSupplier condition) {
        Task me = running();
        me.wait = Task.Wait.TIME;
        me.wakeAt = Long.MAX_VALUE;
        askLater(me, nanos, condition);
        block(me);
    }

    private void askLater(Task me, long nanos, BooleanSupplier condition) {
        later(me, nanos, () -> {
            if (condition.getAsBoolean()) {
                me.wakeAt = now;
            } else {
                askLater(me, nanos, condition);
            }
        });
    }

    /** Does something in one step after that time, as urgent as if a thread of its own did it. */
    public void later(Program program, long nanos, Runnable step) {
        add(new Task(++numbers, program, currentThread(), step, true), random.nextInt(1 << 20), nanos);
    }

    private void later(Task actor, long nanos, Runnable step) {
        add(new Task(++numbers, actor.program, actor.thread, step, true), actor.priority, nanos);
    }

    private void add(Task task, int priority, long nanos) {
        task.priority = priority;
        task.wait = Task.Wait.TIME;
        task.wakeAt = now + Math.max(0, nanos);
        tasks.add(task);
    }

    /** Lets the calling thread wait until it is woken. */
    public void sleepUntilWoken() {
        Task me = running();
        while (!me.permit) {
            me.wait = Task.Wait.PERMIT;
            block(me);
        }
        me.permit = false;
    }

    /** Wakes a thread of {@link #sleepUntilWoken}, or spares it the next wait. */
    public void wake(Thread thread) {
        Task task = byThread.get(thread);
        if (task != null) {
            task.permit = true;
        }
    }

    /** Sets a check that runs after every step. */
    public void checking(Runnable newCheck) {
        check = newCheck;
    }

    /** Runs something as one step. */
    public void atomically(Runnable step) {
        atomic++;
        try {
            step.run();
        } finally {
            atomic--;
        }
    }

    /** Ends the schedule with a violation. */
    public void fail(String what) {
        if (violation == null && !ending) {
            violation = what;
            note(() -> "VIOLATION " + what);
        }
        throw new Killed();
    }

    /** Keeps a line of what happened, for the report of a violation. */
    public void note(Supplier<String> line) {
        if (tracing) {
            trace.add(now, current, line.get());
        }
    }

    // ---- for the simulation

    /** Runs a schedule whose first thread does that work, and ends with it. Returns what was violated, or null. */
    @Nullable
    String run(Runnable work) {
        Program world = new Program("world");
        Task first = add(world, new Thread(work, "main"), () -> {
            try {
                work.run();
            } finally {
                ending = true;
            }
        });
        current = first;
        resume(first);
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return violation;
    }

    long switches() {
        return switches;
    }

    /** Returns a hash of who ran when: the same for the same seed. */
    long history() {
        return history;
    }

    Trace trace() {
        return trace;
    }

    // ---- for the hooks

    Monitors monitors() {
        return monitors;
    }

    List<Task> tasks() {
        return tasks;
    }

    Task running() {
        Task me = current;
        if (me == null) {
            throw new IllegalStateException("No simulated thread runs.");
        }
        return me;
    }

    Thread currentThread() {
        return running().thread;
    }

    private Task add(Program program, Thread thread, Runnable work) {
        Task task = new Task(++numbers, program, thread, work);
        task.priority = random.nextInt(1 << 20);
        tasks.add(task);
        byThread.put(thread, task);
        return task;
    }

    void start(Thread thread) {
        Task me = running();
        add(me.program, thread, thread);
        point();
    }

    /** Offers a switch: another thread may run here. */
    void point() {
        Task me = running();
        endIfKilled(me);
        if (atomic > 0) {
            return;
        }
        if (++points > MAX_POINTS) {
            fail("The schedule does not come to an end.");
        }
        long stall = strategy.stall();
        if (stall > 0) {
            note(() -> "stalls for " + stall / 1_000_000 + " ms");
            sleep(stall);
        } else if (strategy.switchesHere()) {
            Task next = choose();
            if (next != me) {
                handOver(me, next);
            }
        }
    }

    void park(long deadline) {
        Task me = running();
        point();
        if (me.permit) {
            me.permit = false;
            return;
        }
        if (me.interrupted || oneIn(64)) {
            return; // also without any reason, as the JDK allows
        }
        me.wait = Task.Wait.PERMIT;
        me.wakeAt = deadline;
        block(me);
        me.permit = false;
    }

    void unpark(@Nullable Thread thread) {
        point();
        Task task = thread == null ? null : byThread.get(thread);
        if (task != null) {
            task.permit = true;
        }
    }

    /** Returns a number for each object, in the order in which they were first asked for. */
    int hash(Object object) {
        return hashes.computeIfAbsent(object, any -> hashes.size() + 1);
    }

    void interrupt(Thread thread) {
        Task task = byThread.get(thread);
        if (task != null) {
            task.interrupted = true;
        }
    }

    boolean interrupted(boolean clear) {
        Task me = running();
        boolean was = me.interrupted;
        if (clear) {
            me.interrupted = false;
        }
        return was;
    }

    void join(Thread thread, long nanos) {
        Task other = byThread.get(thread);
        Task me = running();
        if (other != null && !other.ended) {
            me.wait = Task.Wait.END;
            me.awaited = other;
            me.wakeAt = nanos == 0 ? Long.MAX_VALUE : now + nanos;
            block(me);
        }
    }

    // ---- switching

    /** Lets others run until what the calling thread waits for has come. */
    void block(Task me) {
        if (atomic > 0) {
            fail("A step that must not wait did.");
        }
        Task next = choose();
        if (next != me) {
            handOver(me, next);
        } else {
            checkAll();
        }
        me.wait = Task.Wait.NOTHING;
        me.wakeAt = Long.MAX_VALUE;
        me.awaited = null;
        endIfKilled(me);
    }

    private void handOver(Task me, Task next) {
        switches++;
        remember(next);
        checkAll();
        Carrier mine = me.carrier;
        current = next;
        resume(next);
        if (mine == null) {
            throw new IllegalStateException("A thread without a carrier runs.");
        }
        mine.awaitTurn();
        endIfKilled(me);
    }

    private void remember(Task next) {
        history = 31 * (31 * history + next.number) + now;
    }

    private void checkAll() {
        if (!ending && violation == null) {
            atomic++;
            try {
                check.run();
            } catch (Killed e) {
                // What was violated is noted; every thread ends at its next point.
            } catch (RuntimeException e) {
                violation = "The check broke down: " + e;
                trace.add(e);
            } finally {
                atomic--;
            }
        }
    }

    private void resume(Task next) {
        if (!next.started) {
            next.started = true;
            Carrier carrier = crew.take();
            carrier.assign(this, next);
            next.carrier = carrier;
        }
        Carrier carrier = next.carrier;
        if (carrier == null) {
            throw new IllegalStateException(next + " has no carrier.");
        }
        carrier.goOn();
    }

    void endIfKilled(Task task) {
        if (ending || violation != null || task.program.killed()) {
            throw new Killed();
        }
    }

    /** Picks the thread that runs next; until it has found one, does the steps that need none. */
    private Task choose() {
        Task next = pick();
        while (next.step) {
            doStep(next);
            next = pick();
        }
        return next;
    }

    private void doStep(Task task) {
        Task interrupted = current;
        current = task;
        remember(task);
        tasks.remove(task);
        atomically(() -> runToItsEnd(task));
        checkAll();
        current = interrupted;
    }

    /** Picks the task that runs next; lets time pass if none can. */
    private Task pick() {
        while (!ending && violation == null) {
            // This is done for every switch: an array costs half of what a list does.
            Task[] found = tasks.toArray(ready);
            ready = found;
            int all = tasks.size();
            int count = 0;
            long next = Long.MAX_VALUE;
            for (int i = 0; i < all; i++) {
                Task task = found[i];
                Program program = task.program;
                if (program.killed()) {
                    continue;
                }
                boolean isReady = task.isReady(now);
                if (!program.stopped(now)) {
                    if (isReady) {
                        found[count++] = task;
                    } else {
                        next = Math.min(next, task.wakeAt);
                    }
                } else {
                    next = Math.min(next, Math.max(isReady ? now : task.wakeAt, program.stoppedUntil()));
                }
            }
            if (count > 0) {
                return strategy.pick(found, count, current);
            }
            if (next == Long.MAX_VALUE) {
                violation = "Every thread waits, and nothing will ever wake one.";
                note(() -> "VIOLATION " + violation);
            } else {
                now = Math.max(now, next);
            }
        }
        ending = true;
        return tasks.stream().filter(task -> task.started).findFirst().orElseThrow();
    }

    /** Runs a task; on its carrier. */
    void runToItsEnd(Task task) {
        try {
            endIfKilled(task);
            task.run();
        } catch (Killed e) {
            // It was killed, or the schedule is over.
        } catch (Throwable e) {
            if (violation == null && !ending) {
                violation = task + " broke down: " + e;
                note(() -> "VIOLATION " + violation);
                trace.add(e);
            }
        }
    }

    /** Hands over to another thread for good; on the carrier of the task that has ended. */
    void leave(Task task) {
        task.ended = true;
        tasks.remove(task);
        byThread.remove(task.thread);
        checkAll();
        if (ending || violation != null) {
            ending = true;
            if (tasks.stream().noneMatch(other -> other.started)) {
                over.countDown();
                return;
            }
        }
        Task next = choose();
        switches++;
        remember(next);
        current = next;
        resume(next);
    }
}
