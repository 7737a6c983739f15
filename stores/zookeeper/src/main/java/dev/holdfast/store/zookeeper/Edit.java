package dev.holdfast.store.zookeeper;

import dev.holdfast.store.Change;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * One group on its way to ZooKeeper. A server compares how often a node was written, and that begins anew when a node is made
 * again; so beneath each record there is a node with a name never used before, which comes and goes with it, and each change
 * checks both: whoever knows only an earlier life of the record fails at the server.
 */
final class Edit {
    /** What a request may have: a server takes 1,048,575 bytes. */
    static final int LARGEST = 1_000_000;

    private static final byte[] NOTHING = {};

    private final Group group;
    private final int place;
    private final List<Step> steps = new ArrayList<>();
    private final byte[] events;

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

    /** The group at that place of a batch. Fails with an {@link IllegalArgumentException} if ZooKeeper cannot take it. */
    Edit(Group group, int place, Paths paths) {
        this.group = group;
        this.place = place;
        for (Change change : group.changes()) {
            steps.add(new Step(change, paths.of(change.key())));
        }
        this.events = group.events().isEmpty() ? NOTHING : PastEvents.text(group.events());
        if (size() > LARGEST) {
            throw new IllegalArgumentException(
                    "The change of " + group.changes().get(0).key() + " takes " + size()
                            + " bytes, and ZooKeeper takes at most " + LARGEST + " at once: make it shorter.");
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

    /** At most so many bytes in a request. */
    int size() {
        int size = events.length;
        for (Step step : steps) {
            size += 2 * step.path.length() + step.text.length + 300;
        }
        return size;
    }

    List<Key> keys() {
        return group.changes().stream().map(Change::key).toList();
    }

    /** Takes what is known of its records; gives back the keys that must be looked at first. */
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

    /** Whether all that it expects to be there is known, as it expects it; if not, it cannot apply any more. */
    boolean stands() {
        for (Step step : steps) {
            long expected = step.change.expected();
            if (expected != Change.ABSENT && (step.guard == null || step.guard.version() != expected)) {
                return false;
            }
        }
        return true;
    }

    /** Adds its operations; what was found to be absent in the same request need not be checked again. */
    void add(List<Op> to, List<ACL> rights, Guards guards, Set<String> absent) {
        for (Step step : steps) {
            Guard guard = step.guard;
            if (step.change.expected() == Change.ABSENT || guard == null) {
                make(step, to, rights, guards, absent);
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

    private static void make(Step step, List<Op> to, List<ACL> rights, Guards guards, Set<String> absent) {
        if (step.change.type() == Change.Type.PUT) {
            String name = guards.name();
            step.guard = new Guard(0, name, -1);
            to.add(Op.create(step.path, Node.data(name, step.text), rights, CreateMode.PERSISTENT));
            to.add(Op.create(Paths.guard(step.path, name), NOTHING, rights, CreateMode.PERSISTENT));
        } else if (absent.add(step.path)) {
            // That nothing is there can only be checked by making it.
            to.add(Op.create(step.path, NOTHING, rights, CreateMode.PERSISTENT));
            to.add(Op.delete(step.path, -1));
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
