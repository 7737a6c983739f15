package dev.holdfast.store.zookeeper;

import dev.holdfast.internal.base.TooLargeException;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/**
 * One group on its way to ZooKeeper. A server compares how often a node was written, and that count starts again when a node is
 * made again. So beneath each record there is a node with a name never used before, which comes and goes with it, and each
 * change checks both: a client that knows only an earlier life of the record fails at the server.
 */
final class GroupUpdate {
    /** What a request may have: a server takes 1,048,575 bytes. */
    static final int MAX_BYTES = 1_000_000;

    private static final byte[] NOTHING = {};

    private final Group group;
    private final int place;
    private final List<Step> steps = new ArrayList<>();
    private final byte[] events;
    private final int size;

    /** One change, and what is known about the record beforehand. */
    private static final class Step {
        private final Change change;
        private final String path;
        private final byte[] text;
        private @Nullable Guard guard;

        Step(Change change, String path) {
            this.change = change;
            this.path = path;
            this.text = change.next() == null ? NOTHING : Node.text(change.next());
        }
    }

    /** @throws TooLargeException if ZooKeeper cannot take it */
    GroupUpdate(Group group, int place, Paths paths) {
        this.group = group;
        this.place = place;
        for (Change change : group.changes()) {
            steps.add(new Step(change, paths.of(change.key())));
        }
        this.events = group.events().isEmpty() ? NOTHING : PastEvents.text(group.events());
        this.size = measured();
        if (size > MAX_BYTES) {
            throw new TooLargeException(
                    "The change of " + group.changes().get(0).key() + " takes " + size
                            + " bytes, and ZooKeeper takes at most " + MAX_BYTES
                            + " in one step: name fewer resources or processes in one request.");
        }
    }

    Group group() {
        return group;
    }

    int place() {
        return place;
    }

    byte[] events() {
        return events;
    }

    /** Returns an upper bound of its bytes in a request. */
    int size() {
        return size;
    }

    private int measured() {
        int sum = events.length;
        for (Step step : steps) {
            sum += 2 * step.path.length() + step.text.length + 300;
        }
        return sum;
    }

    List<Key> keys() {
        return group.changes().stream().map(Change::key).toList();
    }

    /** Takes what is known of its records. Returns the keys that must be read first. */
    List<Key> prepare(Guards guards) {
        List<Key> unknown = new ArrayList<>();
        for (Step step : steps) {
            Change change = step.change;
            if (change.expected() != Change.ABSENT) {
                step.guard = guards.get(change.key());
                if (step.guard == null || step.guard.version() < change.expected()) {
                    unknown.add(change.key());
                }
            }
        }
        return unknown;
    }

    /** Returns whether all that it expects to be there is known, as it expects it; if not, it cannot apply any more. */
    boolean stands() {
        for (Step step : steps) {
            long expected = step.change.expected();
            if (expected != Change.ABSENT && (step.guard == null || step.guard.version() != expected)) {
                return false;
            }
        }
        return true;
    }

    void add(Operations to) {
        for (Step step : steps) {
            Guard guard = step.guard;
            if (step.change.expected() == Change.ABSENT || guard == null) {
                make(step, to);
                continue;
            }
            String below = Paths.guard(step.path, guard.node());
            switch (step.change.type()) {
                case PUT -> {
                    to.add(Op.check(below, -1));
                    to.add(Op.setData(step.path, Node.data(guard.node(), step.text), guard.count()));
                }
                case DELETE -> {
                    to.add(Op.delete(below, -1));
                    to.add(Op.delete(step.path, guard.count()));
                }
                case CHECK -> {
                    to.add(Op.check(below, -1));
                    to.add(Op.check(step.path, guard.count()));
                }
            }
        }
    }

    private static void make(Step step, Operations to) {
        if (step.change.type() == Change.Type.PUT) {
            String name = to.context().guards().name();
            step.guard = new Guard(0, name, -1);
            to.make(step.change.key(), step.path, Node.data(name, step.text), Paths.guard(step.path, name));
        } else {
            to.checkAbsent(step.change.key(), step.path);
        }
    }

    /** Takes note that it was applied. */
    void applied(long version, Guards guards) {
        for (Step step : steps) {
            Guard guard = step.guard;
            if (step.change.type() == Change.Type.DELETE) {
                guards.forget(step.change.key(), version);
            } else if (step.change.type() == Change.Type.PUT && guard != null) {
                guards.learn(step.change.key(), new Guard(version, guard.node(), guard.count() + 1));
            }
        }
    }
}
