package dev.holdfast.internal.manager;

import dev.holdfast.LockEvent;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.rules.Effect;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.News;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.RequestLog;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The changes that follow from the decisions of one plan, and the records as they read with these changes. A later decision
 * of the same plan depends on what an earlier one has changed.
 */
final class Changes {
    /** So many are searched faster than a map is asked. More have a map: no plan costs more than its size. */
    static final int FEW = 8;

    private final Snapshot snapshot;
    private final int steps;
    private final DecidedLocks locks;
    /** Up to two changes are in key order and need no list that can grow. */
    private List<Change> changes = List.of();

    /** The places of the changes, if they are many. */
    private Map<Key, Integer> placeByKey = Map.of();

    private List<LockEvent> events = List.of();

    Changes(Snapshot snapshot, List<Step> steps) {
        this.snapshot = snapshot;
        this.steps = steps.size();
        this.locks = new DecidedLocks(snapshot, steps);
    }

    /** Drops all changes: the locks of these steps are as they were seen. */
    void undo(List<Step> steps) {
        changes = List.of();
        placeByKey = Map.of();
        events = List.of();
        locks.reset(steps);
    }

    /** Returns whether the plan decides about that lock. */
    boolean decidesAbout(Key key) {
        return locks.contains(key);
    }

    /** Returns the state of a lock with the changes so far. */
    LockState lock(Key key) {
        return locks.state(key);
    }

    /** Sets what a lock becomes. */
    void become(Key key, LockState next) {
        locks.become(key, next);
    }

    /** Returns the body of a record other than a lock with the changes so far, or null if the record is absent. */
    @Nullable
    Body body(Key key) {
        Change change = change(key);
        if (change != null && change.type() != Change.Type.CHECK) {
            return change.next();
        }
        Entry entry = snapshot.get(key);
        return entry == null ? null : entry.body();
    }

    private @Nullable Change change(Key key) {
        int place = place(key);
        return place < 0 ? null : changes.get(place);
    }

    /** Returns the place of the change of that key, or -1. */
    private int place(Key key) {
        if (changes.size() > FEW) {
            if (placeByKey.isEmpty()) {
                placeByKey = new HashMap<>();
                for (int i = 0; i < changes.size(); i++) {
                    placeByKey.put(changes.get(i).key(), i);
                }
            }
            return placeByKey.getOrDefault(key, -1);
        }
        for (int i = 0; i < changes.size(); i++) {
            if (changes.get(i).key().equals(key)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether the changes so far name that record. */
    boolean names(Key key) {
        return change(key) != null;
    }

    /** Returns whether the changes so far write or delete that record. */
    boolean writes(Key key) {
        Change change = change(key);
        return change != null && change.type() != Change.Type.CHECK;
    }

    /** Checks a record that is not written anyway. */
    void check(Key key) {
        if (!names(key)) {
            add(Change.check(key, snapshot.version(key)));
        }
    }

    void add(LockEvent event) {
        events = with(events, event);
    }

    /** Returns the list with one more element. Nearly always there is only one. */
    static <T> List<T> with(List<T> list, T one) {
        if (list.isEmpty()) {
            return List.of(one);
        }
        List<T> more = growing(list);
        more.add(one);
        return more;
    }

    /** Returns the record that an effect of a decision about that resource changes. */
    static Key keyOf(String resource, Effect effect) {
        if (effect instanceof Effect.FillSlot fill) {
            return new Key(Kind.SLOT, fill.slot());
        } else if (effect instanceof Effect.FreeSlot free) {
            return new Key(Kind.SLOT, free.slot());
        } else if (effect instanceof Effect.StartCooldown start) {
            return new Key(Kind.COOLDOWN, start.body().user());
        } else if (effect instanceof Effect.SaveDraft save) {
            return Key.draft(resource, save.text().author());
        } else if (effect instanceof Effect.DropDraft drop) {
            return Key.draft(resource, drop.author());
        } else if (effect instanceof Effect.NoteRequest note) {
            return requestKey(resource, note);
        }
        return Key.ending(resource, ((Effect.Tell) effect).hold());
    }

    private static Key requestKey(String resource, Effect.NoteRequest note) {
        return Key.request(resource, OpenRequest.person(note.change().request().claim()));
    }

    /** Adds what an effect of a decision about that resource changes. */
    void add(String resource, Effect effect) {
        Key key = keyOf(resource, effect);
        if (effect instanceof Effect.FillSlot fill) {
            put(key, fill.body());
        } else if (effect instanceof Effect.FreeSlot) {
            freeSlot(resource, key);
        } else if (effect instanceof Effect.StartCooldown start) {
            put(key, start.body());
        } else if (effect instanceof Effect.Tell tell) {
            put(key, tell.body());
        } else if (effect instanceof Effect.SaveDraft save) {
            saveDraft(resource, key, save);
        } else if (effect instanceof Effect.DropDraft) {
            add(Change.delete(key, snapshot.version(key)));
        } else if (effect instanceof Effect.NoteRequest note) {
            put(key, RequestLog.with((RequestLog) body(key), resource, note.change()));
        }
    }

    /** Frees a slot, unless another resource has filled it since. */
    private void freeSlot(String resource, Key key) {
        Body slot = body(key);
        if (slot == null || ((Slot) slot).resource().equals(resource)) {
            add(Change.delete(key, snapshot.version(key)));
        } else if (snapshot.hearsay() || snapshot.mixed()) {
            check(key); // An older slot may be remembered, and the one to free would be left behind.
        }
    }

    private void saveDraft(String resource, Key key, Effect.SaveDraft save) {
        Key ending = Key.ending(resource, save.entry());
        // An earlier command of the same plan may have ended the hold, and tells its holder why.
        if (!save.keeps(body(ending) != null)) {
            add(Change.check(ending, Change.ABSENT));
            return;
        }
        DraftRecord before = (DraftRecord) body(key);
        DraftRecord now = DraftRecord.with(before, resource, save.text());
        if (isSame(now, before)) {
            check(key);
        } else {
            put(key, now);
        }
    }

    private void put(Key key, Body body) {
        add(Change.put(key, snapshot.version(key), body));
    }

    /** Adds a change, in place of an earlier one of the same key. */
    private void add(Change change) {
        if (changes.isEmpty()) {
            changes = List.of(change);
            return;
        }
        int order = changes.get(0).key().compareTo(change.key());
        if (changes.size() == 1 && order != 0) {
            changes = order < 0 ? List.of(changes.get(0), change) : List.of(change, changes.get(0));
            return;
        }
        changes = growing(changes);
        int place = place(change.key());
        if (place >= 0) {
            changes.set(place, change);
            return;
        }
        changes.add(change);
        if (!placeByKey.isEmpty()) {
            placeByKey.put(change.key(), changes.size() - 1);
        }
    }

    private static <T> List<T> growing(List<T> list) {
        return list instanceof ArrayList ? list : new ArrayList<>(list);
    }

    /**
     * Adds the changes of the locks themselves.
     *
     * @param checked whether the locks of the steps are checked even if they do not change; all other locks always are
     */
    void close(boolean checked) {
        for (int i = 0; i < locks.size(); i++) {
            close(locks.key(i), locks.state(i), checked || i >= steps);
        }
    }

    private void close(Key key, LockState state, boolean checked) {
        Entry known = snapshot.get(key);
        long expected = known == null ? Change.ABSENT : known.version();
        if (!isSame(state, known == null ? LockState.FREE : LockState.of(known))) {
            add(state.isFree() ? Change.delete(key, expected) : Change.put(key, expected, state));
        } else if (checked) {
            add(Change.check(key, expected));
        }
    }

    /** Returns whether nothing changes: the rules then return the very state that they were given. */
    @SuppressWarnings("ReferenceEquality")
    static boolean isSame(Body next, @Nullable Body before) {
        return next == before;
    }

    /** Returns the group to apply, or null if there is no change. */
    @Nullable
    Group group() {
        if (changes.isEmpty()) {
            return null;
        }
        if (changes.size() > 2) {
            changes.sort(Comparator.comparing(Change::key));
            placeByKey = Map.of();
        }
        return new Group(changes, events, audience());
    }

    /** Returns the subscribers who have to learn of the changes soon: fewer than all only if they write one lock alone. */
    private Audience audience() {
        Audience audience = null;
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (change.type() != Change.Type.CHECK) {
                Entry before = snapshot.get(change.key());
                if (audience != null || before == null || !(change.next() instanceof LockState next)) {
                    return Audience.EVERYONE;
                }
                News news = News.of(LockState.of(before), next);
                audience = new Audience(news.forAll(), news.claim());
            }
        }
        return audience == null ? Audience.EVERYONE : audience;
    }

    /** Returns the records as a conflict shows them. */
    Snapshot corrected(Result.Conflict conflict) {
        return snapshot.corrected(changes, conflict.current());
    }

    /** Returns the records after the changes were applied. */
    Snapshot after(Result.Applied applied) {
        boolean more = hasMore();
        Map<Key, Entry> known = more ? new HashMap<>(snapshot.entries()) : Map.of();
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            Entry unchanged = change.type() == Change.Type.CHECK ? snapshot.get(change.key()) : null;
            Entry entry = change.type() == Change.Type.PUT ? written(change, applied) : unchanged;
            if (entry != null) {
                known = with(known, entry);
            } else if (more) {
                known.remove(change.key());
            }
        }
        return new Snapshot(known, applied.stamp(), Snapshot.Origin.READ, more);
    }

    /** Returns the map with one more entry. Nearly always there is only one. */
    private static Map<Key, Entry> with(Map<Key, Entry> known, Entry entry) {
        if (known.isEmpty() && !(known instanceof HashMap)) {
            return Map.of(entry.key(), entry);
        }
        Map<Key, Entry> growing = known instanceof HashMap ? known : new HashMap<>(known);
        growing.put(entry.key(), entry);
        return growing;
    }

    private static Entry written(Change change, Result.Applied applied) {
        return Entry.written(change.key(), applied.version(), applied.stamp(), Objects.requireNonNull(change.next()));
    }

    /** Returns whether some of the records that are known are neither written nor checked. */
    private boolean hasMore() {
        if (snapshot.entries().isEmpty()) {
            return false;
        }
        for (Key key : snapshot.entries().keySet()) {
            if (!names(key)) {
                return true;
            }
        }
        return false;
    }
}
