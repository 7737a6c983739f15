package dev.holdfast;

import dev.holdfast.rules.Body;
import dev.holdfast.rules.Claim;
import dev.holdfast.rules.Command;
import dev.holdfast.rules.Decision;
import dev.holdfast.rules.Draft;
import dev.holdfast.rules.Effect;
import dev.holdfast.rules.Evidence;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.LockState;
import dev.holdfast.rules.Notice;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Rules;
import dev.holdfast.rules.Slot;
import dev.holdfast.rules.Stamp;
import dev.holdfast.rules.Ticket;
import dev.holdfast.store.Change;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Event;
import dev.holdfast.store.Group;
import dev.holdfast.store.Key;
import dev.holdfast.store.Kind;
import dev.holdfast.store.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one or more attempts folded through the rules into one group of changes. Several attempts in one plan are
 * about the same single resource; an attempt on several resources has a plan of its own.
 */
final class Plan {
    /** Of an attempt that must wait for the next round. */
    private static final List<Outcome> POSTPONED = List.of();

    private final List<Attempt> attempts;
    private final Sight sight;
    /** Whether another view of the resource may be the later one: then nothing is answered without a check. */
    private final boolean contested;

    private final Grounds grounds;
    /** What each resource of the first attempt becomes; the others, if any, are about the same single one. */
    private final LockState[] states;
    /** Few, so that looking through them beats a map; up to two are in key order and need no list that can grow. */
    private List<Change> changes = List.of();

    private List<Event> events = List.of();

    private Plan(List<Attempt> attempts, Policies policies) {
        this.attempts = attempts;
        this.sight = freshest(attempts);
        this.contested = contested(attempts, sight);
        this.grounds = new Grounds(sight, witnesses(attempts), policies);
        List<Step> steps = attempts.get(0).steps();
        this.states = new LockState[steps.size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = sight.lock(steps.get(i).key());
        }
    }

    static Plan of(List<Attempt> attempts, Policies policies) {
        Plan plan = new Plan(attempts, policies);
        for (int i = 0; i < attempts.size(); i++) {
            attempts.get(i).decided(plan.decide(attempts.get(i)));
        }
        List<Step> steps = attempts.get(0).steps();
        for (int i = 0; i < plan.states.length; i++) {
            plan.changeTo(steps.get(i).key(), plan.states[i]);
        }
        return plan;
    }

    /** The changes to apply, or null if all was decided without any. */
    @Nullable
    Group group() {
        if (changes.isEmpty()) {
            return null;
        }
        if (changes.size() > 2) {
            changes.sort(Comparator.comparing(Change::key));
        }
        return new Group(changes, events);
    }

    /** Its place in a batch. */
    Key firstKey() {
        return attempts.get(0).steps().get(0).key();
    }

    /** The latest view of the resource, with all that is known of other records. */
    private static Sight freshest(List<Attempt> attempts) {
        Sight freshest = attempts.get(0).sight();
        for (int i = 1; i < attempts.size(); i++) {
            Sight other = attempts.get(i).sight();
            if (isFresher(other, freshest)) {
                freshest = other;
            }
        }
        Key key = attempts.get(0).steps().get(0).key();
        for (int i = 0; i < attempts.size() && attempts.size() > 1; i++) {
            freshest = freshest.and(attempts.get(i).sight(), key);
        }
        return freshest;
    }

    private static boolean isFresher(Sight other, Sight than) {
        if (than.guess() || other.guess()) {
            return !other.guess();
        }
        int later = other.asOf().compareTo(than.asOf());
        return later > 0 || (later == 0 && than.hearsay());
    }

    /**
     * A caller that has seen nothing yet may have changed the record since another saw it; and by a clock that stood still
     * between two changes, the time does not say which of two views is the later one.
     */
    private static boolean contested(List<Attempt> attempts, Sight chosen) {
        Key key = attempts.get(0).steps().get(0).key();
        for (int i = 0; i < attempts.size() && attempts.size() > 1; i++) {
            Sight other = attempts.get(i).sight();
            boolean unclear =
                    other.version(key) != chosen.version(key) && !other.asOf().isBefore(chosen.asOf());
            if (other.guess() || unclear) {
                return true;
            }
        }
        return false;
    }

    private static List<Witness> witnesses(List<Attempt> attempts) {
        if (attempts.size() == 1) {
            return List.of(attempts.get(0).witness());
        }
        List<Witness> witnesses = new ArrayList<>(1);
        for (Attempt attempt : attempts) {
            if (!witnesses.contains(attempt.witness())) {
                witnesses.add(attempt.witness());
            }
        }
        return witnesses;
    }

    private List<Outcome> decide(Attempt attempt) {
        if (attempt.single()) {
            Outcome outcome = decide(attempt, 0);
            return outcome == null ? POSTPONED : List.of(outcome);
        }
        List<Outcome> all = new ArrayList<>(attempt.steps().size());
        boolean refused = false;
        boolean postponed = false;
        for (int i = 0; i < states.length; i++) {
            Outcome outcome = decide(attempt, i);
            refused |= outcome instanceof Outcome.Refused;
            postponed |= outcome == null;
            if (outcome != null) {
                all.add(outcome);
            }
        }
        if (refused || postponed) {
            // All or none: what the other resources would have become is forgotten; only what was seen is checked.
            changes = List.of();
            events = List.of();
            for (int i = 0; i < states.length; i++) {
                states[i] = sight.lock(attempt.steps().get(i).key());
            }
        }
        return postponed ? POSTPONED : all;
    }

    /** What comes of one step, and what it changes; null, and nothing, if it must wait for the next round. */
    private @Nullable Outcome decide(Attempt attempt, int which) {
        Step step = attempt.steps().get(which);
        LockState before = states[which];
        Evidence evidence = grounds.evidence(step, before);
        Decision decision = Rules.decide(before, step.command(), step.policy(), evidence, sight.asOf());
        List<Effect> effects = Effect.of(step.resource(), step.policy(), step.command(), decision);
        boolean changed = !isSame(decision.next(), before);
        if (refusesUnseen(step, evidence, decision)
                || (sight.hearsay() && attempt.single() && !mayRestOnHearsay(decision, changed))
                || (attempts.size() > 1 && (endsUnborn(decision) || followsOn(step.resource(), effects)))) {
            return null;
        }
        states[which] = decision.next();
        List<Notice> notices = decision.notices();
        for (int i = 0; i < notices.size(); i++) {
            tell(new Event(step.resource(), notices.get(i)));
            if (notices.get(i).kind() == Notice.Kind.HANDED_OVER) {
                checkReceiver(before, notices.get(i).hold().id(), step.key());
            }
        }
        for (int i = 0; i < effects.size(); i++) {
            change(step.resource(), effects.get(i));
        }
        if (step.command() instanceof Command.Acquire acquire) {
            if (changed) {
                allow(acquire.claim(), step.key());
            } else if (contested) {
                grounds.checkAnswer(acquire.claim(), step.key(), this::check);
            }
        }
        return decision.outcome();
    }

    /**
     * Checks what lets that claim have a resource: an owner that is ended while its request is on the way gets nothing any more.
     * And takes away the hold that filled its slot before, which was found to be over: a renewal on its way could revive it.
     */
    private void allow(Claim claim, Key here) {
        grounds.check(claim, here, this::check);
        Key former = grounds.formerResource(claim, here);
        if (former == null
                || attempts.get(0).steps().stream().anyMatch(step -> step.key().equals(former))) {
            return;
        }
        Step tidying = grounds.tidying(former);
        LockState there = sight.lock(former);
        Decision decision = Rules.decide(
                there, tidying.command(), tidying.policy(), grounds.evidence(tidying, there), sight.asOf());
        for (Notice notice : decision.notices()) {
            tell(new Event(former.name(), notice));
        }
        for (Effect effect : Effect.of(former.name(), tidying.policy(), tidying.command(), decision)) {
            if (effect instanceof Effect.Tell) {
                change(former.name(), effect);
            }
        }
        if (isSame(decision.next(), there)) {
            check(Change.check(former, sight.version(former)));
        } else {
            changeTo(former, decision.next());
        }
    }

    /** A holder that may be dead is no reason to refuse before its processes were looked at. */
    private static boolean refusesUnseen(Step step, Evidence evidence, Decision decision) {
        return step.command() instanceof Command.Acquire
                && !evidence.unseen().isEmpty()
                && (decision.outcome() instanceof Outcome.Refused || decision.outcome() instanceof Outcome.Queued);
    }

    /**
     * Whether a decision stands although how late it is now is unknown: only if a change shows that the record is still the
     * same, and if it does not prolong by a new entry a hold that may be over.
     */
    private static boolean mayRestOnHearsay(Decision decision, boolean changed) {
        boolean entersAgain = decision.outcome() instanceof Outcome.Granted granted && granted.again();
        return changed && !entersAgain;
    }

    /** Who is handed a resource must meet what a grant demands of its caller, at the moment of the change. */
    private void checkReceiver(LockState before, HoldId id, Key key) {
        for (Ticket ticket : before.queue()) {
            if (ticket.claim().id().equals(id)) {
                allow(ticket.claim(), key);
            }
        }
    }

    /**
     * Whether it ends a hold that an earlier command of this very plan began. The next hold would then get the same fence, and
     * the first caller a grant that was over before it was told.
     */
    private static boolean endsUnborn(Decision decision) {
        for (int i = 0; i < decision.notices().size(); i++) {
            Notice notice = decision.notices().get(i);
            if (!notice.kind().begins() && notice.hold().fence() == Stamp.VERSION) {
                return true;
            }
        }
        return false;
    }

    /** Whether a limit that it falls under was used by an earlier command of this very plan, which its facts do not show. */
    private boolean followsOn(String resource, List<Effect> effects) {
        for (Effect effect : effects) {
            Key key = keyOf(resource, effect);
            for (Change change : changes) {
                if (change.key().equals(key)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Key keyOf(String resource, Effect effect) {
        if (effect instanceof Effect.FillSlot fill) {
            return new Key(Kind.SLOT, fill.slot());
        } else if (effect instanceof Effect.FreeSlot free) {
            return new Key(Kind.SLOT, free.slot());
        } else if (effect instanceof Effect.StartPace start) {
            return new Key(Kind.PACE, start.body().user());
        } else if (effect instanceof Effect.SaveDraft save) {
            return Key.draft(resource, save.text().author());
        } else if (effect instanceof Effect.DropDraft drop) {
            return Key.draft(resource, drop.author());
        }
        return Key.ending(resource, ((Effect.Tell) effect).hold());
    }

    /** Checks a record that is not written anyway. */
    private void check(Change check) {
        for (int i = 0; i < changes.size(); i++) {
            if (changes.get(i).key().equals(check.key())) {
                return;
            }
        }
        add(check);
    }

    private void changeTo(Key key, LockState next) {
        Entry known = sight.get(key);
        long expected = known == null ? Change.ABSENT : known.version();
        if (isSame(next, known == null ? LockState.FREE : known.lock())) {
            // One resource as it was a moment ago is an answer; several must have been so at one and the same moment.
            if (sight.guess() || contested || states.length > 1) {
                add(Change.check(key, expected));
            }
        } else if (next.isFree()) {
            add(Change.delete(key, expected));
        } else {
            add(Change.put(key, expected, next));
        }
    }

    /** The rules give back the very state they were given when nothing changes. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Body next, @Nullable Body before) {
        return next == before;
    }

    /** Whether that very hold is the first in the record, so that it need not be stamped a second time. */
    @SuppressWarnings("ReferenceEquality")
    private boolean isFirst(Hold hold) {
        List<Hold> holds = states[0].holds();
        return !holds.isEmpty() && holds.get(0) == hold;
    }

    private void change(String resource, Effect effect) {
        Key key = keyOf(resource, effect);
        if (effect instanceof Effect.FillSlot fill) {
            put(key, fill.body());
        } else if (effect instanceof Effect.FreeSlot) {
            Entry entry = sight.get(key);
            if (entry == null || ((Slot) entry.body()).resource().equals(resource)) {
                add(Change.delete(key, sight.version(key)));
            }
        } else if (effect instanceof Effect.StartPace start) {
            put(key, start.body());
        } else if (effect instanceof Effect.Tell tell) {
            put(key, tell.body());
        } else if (effect instanceof Effect.SaveDraft save) {
            saveDraft(resource, key, save);
        } else if (effect instanceof Effect.DropDraft) {
            add(Change.delete(key, sight.version(key)));
        }
    }

    private void saveDraft(String resource, Key key, Effect.SaveDraft save) {
        Key ending = Key.ending(resource, save.entry());
        if (!save.keeps(sight.get(ending) != null)) {
            add(Change.check(ending, Change.ABSENT));
            return;
        }
        Entry entry = sight.get(key);
        Draft before = entry == null ? null : (Draft) entry.body();
        Draft now = Draft.with(before, resource, save.text());
        if (isSame(now, before)) {
            add(Change.check(key, sight.version(key)));
        } else {
            put(key, now);
        }
    }

    private void put(Key key, Body body) {
        add(Change.put(key, sight.version(key), body));
    }

    /** The last word on a key counts. */
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
        for (int i = 0; i < changes.size(); i++) {
            if (changes.get(i).key().equals(change.key())) {
                changes.set(i, change);
                return;
            }
        }
        changes.add(change);
    }

    private void tell(Event event) {
        if (events.isEmpty()) {
            events = List.of(event);
        } else {
            events = growing(events);
            events.add(event);
        }
    }

    private static <T> List<T> growing(List<T> list) {
        return list instanceof ArrayList ? list : new ArrayList<>(list);
    }

    /** Tells every caller what became of its try. */
    void answer(@Nullable Result result) {
        if (result == null) {
            answer(Attempt.Answer.DONE, sight, Change.ABSENT, sight.asOf());
        } else if (result instanceof Result.Applied applied) {
            answer(Attempt.Answer.DONE, after(applied), applied.version(), applied.stamp());
        } else if (result instanceof Result.Conflict conflict) {
            answer(Attempt.Answer.STALE, sight.corrected(changes, conflict.current()), Change.ABSENT, sight.asOf());
        } else {
            answer(Attempt.Answer.BUSY, sight, Change.ABSENT, sight.asOf());
        }
    }

    private void answer(Attempt.Answer what, Sight known, long version, Instant stamp) {
        for (int i = 0; i < attempts.size(); i++) {
            Attempt attempt = attempts.get(i);
            if (attempt.outcomes().isEmpty() && what == Attempt.Answer.DONE) {
                // What rests on hearsay after this must be asked for.
                attempt.answer(Attempt.Answer.STALE, known.hearsay() ? Sight.GUESS : known);
                continue;
            }
            if (version != Change.ABSENT) {
                attempt.decided(stamped(attempt.outcomes(), known, version, stamp));
            }
            attempt.answer(what, known);
        }
    }

    void fail(RuntimeException failure) {
        Group group = group();
        attempts.forEach(attempt -> attempt.fail(failure, group));
    }

    private Sight after(Result.Applied applied) {
        Map<Key, Entry> known = sight.entries();
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (change.type() == Change.Type.PUT && change.next() != null) {
                Entry written = Entry.written(change.key(), applied.version(), applied.stamp(), change.next());
                known = known.isEmpty() ? Map.of(change.key(), written) : with(known, written);
            } else if (change.type() == Change.Type.DELETE) {
                known = known.size() == 1 && known.containsKey(change.key()) ? Map.of() : without(known, change.key());
            }
        }
        return new Sight(known, applied.stamp(), Sight.Origin.READ);
    }

    private static Map<Key, Entry> with(Map<Key, Entry> known, Entry entry) {
        Map<Key, Entry> more = new HashMap<>(known);
        more.put(entry.key(), entry);
        return more;
    }

    private static Map<Key, Entry> without(Map<Key, Entry> known, Key key) {
        Map<Key, Entry> fewer = new HashMap<>(known);
        fewer.remove(key);
        return fewer;
    }

    private List<Outcome> stamped(List<Outcome> decided, Sight known, long version, Instant stamp) {
        if (decided.size() == 1) {
            Outcome only = decided.get(0);
            return List.of(
                    only instanceof Outcome.Granted granted && isFirst(granted.hold())
                            ? new Outcome.Granted(known.lock(firstKey()).holds().get(0), granted.again())
                            : only.stamped(version, stamp));
        }
        return decided.stream().map(outcome -> outcome.stamped(version, stamp)).toList();
    }
}
