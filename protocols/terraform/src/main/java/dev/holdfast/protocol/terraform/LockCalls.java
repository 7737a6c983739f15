package dev.holdfast.protocol.terraform;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.storage.ValueStore.Head;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.ToolRequest;
import dev.holdfast.server.http.Verb;
import dev.holdfast.server.protocol.ToolLocks;
import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls that lock and unlock a state. */
record LockCalls(Claims claims, States states) {
    private static final int LOCKED = 423;
    private static final int MAX_NOTE = 200;
    private static final String FORCED = "terraform force-unlock";

    /** Locks. A repetition with the same id finds its lock: the clients repeat what got no answer, or an answer of 500 and more. */
    Answer lock(ToolRequest request) throws IOException {
        Caller caller = request.caller();
        String resource = claims.resource(request.values().get(0));
        // Before anything about the state is told, also whether there is one.
        caller.doing(Verb.TAKE).require(Caller.Role.EDITOR, resource);
        LockInfo info = LockInfo.of(Sums.json(request));
        HoldId lock = claims.receipt(caller, info.id(), resource).holdId();
        Head head = states.values().head(resource);
        requireNotEnded(StateNote.of(head.note()), lock);
        states.quota().require(caller, head);
        ToolLocks.Taken taken;
        try {
            taken = claims.acquire(caller, resource, info);
        } catch (Problem refused) {
            if (refused.status() != LOCKED) {
                throw refused;
            }
            return new Answer(LOCKED, holder(caller, resource, String.valueOf(refused.getMessage())), Map.of());
        }
        long fence = taken.grant().holds().get(0).fence();
        LastLock own = new LastLock(caller.name(), fence, info);
        boolean kept = false;
        try {
            // Before the answer: from now on no write of an earlier lock counts.
            states.remember(caller, resource, note -> {
                requireNotEnded(note, lock); // it was unlocked since it was read above
                LastLock last = note.last();
                return last != null && last.fence() >= fence ? note : note.last(own);
            });
            kept = true;
        } finally {
            if (!kept) {
                undo(taken);
            }
        }
        return taken.change().recordedBy(Answer.ok(info.tree()));
    }

    /** A client whose connection breaks sends LOCK again. The first one may arrive after all is over: no client knows of it then. */
    private static void requireNotEnded(StateNote note, HoldId lock) {
        if (note.hasEnded(lock)) {
            throw new Problem(
                    409,
                    "Late",
                    "This lock was unlocked before, so this request acquires nothing: lock with another id.");
        }
    }

    /** Releases what cannot be granted: the client gets an error and does not come back to unlock. */
    private static void undo(ToolLocks.Taken taken) {
        Runnable back = taken.change().takeBack();
        if (back != null) {
            back.run();
        }
    }

    /**
     * Returns the lock of the holder in Terraform's words, as far as the caller may know it. Its id is never empty: the clients
     * would not wait for the lock then.
     */
    Map<String, @Nullable Object> holder(Caller caller, String resource, String sentence) {
        List<Hold> holds = claims.holds(caller, resource);
        Hold hold = holds.isEmpty() ? null : holds.get(0);
        String name = hold == null ? "" : claims.locks().user(caller, resource, hold);
        if (hold == null || name.isEmpty()) {
            return new LockInfo("held", "", sentence, "", "", "", resource).tree();
        }
        LastLock last = last(resource);
        if (last != null && last.fence() == hold.fence()) {
            return last.info().tree();
        }
        return new LockInfo(
                        Claims.id(hold),
                        Text.cut(Text.shown(hold.note()), MAX_NOTE),
                        sentence,
                        hold.owner().name(),
                        "",
                        hold.since().truncatedTo(ChronoUnit.SECONDS).toString(),
                        resource)
                .tree();
    }

    /**
     * Unlocks. A call without an id ends whatever lock there is, as {@code force-unlock} of most clients sends it: for a lock of
     * another user that needs the right to force.
     */
    Answer unlock(ToolRequest request) throws IOException {
        Caller caller = request.caller();
        String resource = claims.resource(request.values().get(0));
        JsonBody body = Sums.json(request);
        List<Hold> holds = claims.holds(caller, resource);
        if (!body.has("ID")) {
            return forced(caller, resource, holds);
        }
        String id = LockInfo.requireId(body.requiredText("ID"));
        Receipt receipt = claims.receipt(caller, id, resource);
        boolean held = holds.stream().anyMatch(hold -> claims.isOf(caller, id, resource, hold));
        Head head = states.values().head(resource);
        StateNote before = StateNote.of(head.note());
        if (!held && before.hasEnded(receipt.holdId())) {
            return Answer.ok(Map.of()); // a repetition; another may hold the lock by now
        }
        boolean last = isLast(before, caller, id);
        if (last || (held && !head.author().isEmpty())) {
            caller.doing(Verb.RELEASE).require(Caller.Role.EDITOR, resource);
            // First: a server that is killed between the two leaves a lock, and no late write.
            states.remember(
                    caller,
                    resource,
                    note -> note.ended(receipt.holdId()).last(isLast(note, caller, id) ? null : note.last()));
        }
        if (held) {
            return claims.locks().release(caller, List.of(receipt)).change().recordedBy(Answer.ok(Map.of()));
        }
        for (Hold hold : holds) {
            if (id.equals(Claims.id(hold))) {
                return forced(caller, resource, List.of(hold));
            }
        }
        if (holds.isEmpty()) {
            return Answer.ok(Map.of());
        }
        throw new Problem(
                409,
                "Another lock",
                "This lock ended before, and another one is held by now. Nothing was unlocked; run terraform plan to see"
                        + " who holds it.");
    }

    private @Nullable LastLock last(String resource) {
        return StateNote.of(states.values().head(resource).note()).last();
    }

    private static boolean isLast(StateNote note, Caller caller, String id) {
        LastLock last = note.last();
        return last != null && last.is(caller.name(), id);
    }

    /** Ends holds by force. The last lock is kept, so that a write of the apply that lost its lock is not lost as well. */
    private Answer forced(Caller caller, String resource, List<Hold> holds) {
        LastLock last = last(resource);
        if (holds.isEmpty() && last != null && last.user().equals(caller.name())) {
            return Answer.ok(Map.of()); // a repetition
        }
        Long fence = holds.size() == 1 ? Long.valueOf(holds.get(0).fence()) : null;
        ToolLocks.Ended ended = claims.locks().force(caller, resource, fence, FORCED);
        for (Hold hold : holds) {
            if (last != null && last.fence() == hold.fence()) {
                rememberEnd(caller, resource, hold);
            }
        }
        return ended.change().recordedBy(Answer.ok(Map.of()));
    }

    /** A failure is not reported: the lock has ended, and a late repetition of its LOCK is unlikely. */
    private void rememberEnd(Caller caller, String resource, Hold hold) {
        try {
            states.remember(caller, resource, note -> note.ended(hold.id()));
        } catch (StoreException | Problem e) {
            return;
        }
    }
}
