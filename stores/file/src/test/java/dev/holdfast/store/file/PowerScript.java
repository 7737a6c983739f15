package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Draft;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.List;

/** Changes on a store of which every answer is noted in a trace. */
final class PowerScript {
    static final Key DRAFT = new Key(Kind.DRAFT, "draft");

    private final LockStore store;
    private final Trace trace;
    private int count;
    private String reason = "";

    PowerScript(LockStore store, Trace trace) {
        this.store = store;
        this.trace = trace;
    }

    /** Makes every kind of change once, and lets the journal grow until the next one is begun. */
    void run() {
        take("ann", "a");
        take("ann", "b", "c");
        grow();
        renew("a");
        pass("a", "bob", false);
        pass("c", "eve", true);
        release("b");
        take("zoe", "b");
    }

    void take(String owner, String... resources) {
        List<String> names = List.of(resources);
        trace.promise(trace.promise().orOwner(names, owner));
        Group group = Locks.take(owner, resources);
        answer(names, owner, group.changes(), LockEvent.EventKind.ACQUIRED);
    }

    private void renew(String resource) {
        Key key = Key.lock(resource);
        Entry entry = store.read(List.of(key)).get(key);
        String owner = Locks.owner(store, resource);
        trace.promise(trace.promise().orOwner(List.of(resource), owner));
        Change change = Change.put(
                key,
                entry.version(),
                new LockState(LockState.of(entry).holds(), LockState.of(entry).queue(), null));
        answer(List.of(resource), owner, List.of(change), LockEvent.EventKind.ACQUIRED);
    }

    private void pass(String resource, String next, boolean force) {
        Key key = Key.lock(resource);
        long version = store.read(List.of(key)).version(key);
        // By force the name is free for a moment, and a crash in that moment frees the lock.
        trace.promise(trace.promise().orOwner(List.of(resource), next, force ? "" : next));
        Change change = Change.put(key, version, new LockState(List.of(Locks.hold(next, force)), List.of(), null));
        answer(List.of(resource), next, List.of(change), LockEvent.EventKind.HANDED_OVER);
    }

    void release(String... resources) {
        List<String> names = List.of(resources);
        List<Key> keys = names.stream().map(Key::lock).toList();
        Reading seen = store.read(keys);
        trace.promise(trace.promise().orOwner(names, ""));
        List<Change> changes = new ArrayList<>();
        keys.forEach(key -> changes.add(Change.delete(key, seen.version(key))));
        answer(names, "", changes, LockEvent.EventKind.RELEASED);
    }

    /** Tells the history so much in one change that the journal is begun again. */
    private void grow() {
        reason = "long ".repeat(14_000);
        write("short");
        reason = "";
    }

    void write(String text) {
        long version = store.read(List.of(DRAFT)).version(DRAFT);
        trace.promise(trace.promise().orText(text));
        Change change = Change.put(DRAFT, version, new DraftRecord(new Draft("scene", "ann", count, text, Stamp.TIME)));
        answer(List.of(), "", List.of(change), LockEvent.EventKind.ACQUIRED);
    }

    private void answer(List<String> resources, String owner, List<Change> changes, LockEvent.EventKind kind) {
        String why = reason + "change " + ++count;
        LockEvent event = new LockEvent("told", kind, Locks.hold("teller", true), "", why);
        Result result = Locks.apply(store, new Group(changes, List.of(event)));
        assertThat(result).as("change " + count).isInstanceOf(Result.Applied.class);
        long version = ((Result.Applied) result).version();
        trace.promise(trace.promise().answered(resources, owner, version, why));
    }
}
