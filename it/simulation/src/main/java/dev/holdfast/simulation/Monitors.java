package dev.holdfast.simulation;

import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** The locks of the language, as simulated threads use them: {@code synchronized}, {@code wait} and {@code notifyAll}. */
final class Monitors {
    private final Scheduler scheduler;
    private final IdentityHashMap<Object, Monitor> byObject = new IdentityHashMap<>();

    Monitors(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** One lock, and its holder. */
    static final class Monitor {
        private @Nullable Task holder;
        private int depth;

        boolean isFree() {
            return holder == null;
        }
    }

    void enter(Object object) {
        scheduler.point();
        take(scheduler.running(), object, 1);
    }

    private void take(Task me, Object object, int depth) {
        Monitor monitor = byObject.computeIfAbsent(object, any -> new Monitor());
        while (monitor.holder != null && monitor.holder != me) {
            me.wait = Task.Wait.MONITOR;
            me.wakeAt = Long.MAX_VALUE;
            me.awaited = monitor;
            scheduler.block(me);
        }
        monitor.holder = me;
        monitor.depth += depth;
    }

    void exit(Object object) {
        Monitor monitor = held(object);
        if (--monitor.depth == 0) {
            monitor.holder = null;
        }
    }

    private Monitor held(Object object) {
        Task me = scheduler.running();
        Monitor monitor = byObject.get(object);
        if (monitor == null || monitor.holder != me) {
            // A thread that was killed while it waited for a lock unwinds without it.
            scheduler.endIfKilled(me);
            throw new IllegalMonitorStateException();
        }
        return monitor;
    }

    void await(Object object, long millis) throws InterruptedException {
        Monitor monitor = held(object);
        Task me = scheduler.running();
        int depth = monitor.depth;
        monitor.depth = 0;
        monitor.holder = null;
        me.noticed = false;
        me.wait = Task.Wait.NOTICE;
        me.awaited = object;
        me.wakeAt = millis == 0 ? Long.MAX_VALUE : scheduler.now() + millis * 1_000_000;
        scheduler.block(me);
        take(me, object, depth);
        if (scheduler.interrupted(true)) {
            throw new InterruptedException();
        }
    }

    @SuppressWarnings("ReferenceEquality") // a lock belongs to one very object
    void notifyAll(Object object) {
        for (Task task : scheduler.tasks()) {
            if (task.wait == Task.Wait.NOTICE && task.awaited == object) {
                task.noticed = true;
            }
        }
    }
}
