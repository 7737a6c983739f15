package dev.holdfast.store.zookeeper;

import dev.holdfast.store.Result;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/**
 * One atomic step on its way: the operations of some groups, their events, and a write to the clock's node, whose answer brings
 * the version and the time of all.
 */
final class Transaction {
    private final List<Edit> edits;
    private final PastEvents.Volume volume;
    private final List<Op> operations = new ArrayList<>();
    /** Where the operations of each group end. */
    private final int[] ends;

    private boolean remembered;
    private int failed;
    private CompletableFuture<Trip.Answer> pending = new CompletableFuture<>();

    /** What became of it. */
    enum Outcome {
        APPLIED,
        /** Nothing of it, since something is not as one group expects. */
        STALE,
        /** Nothing of it, since the history goes on elsewhere. */
        VOLUME_CLOSED
    }

    private Transaction(List<Edit> edits, PastEvents.Volume volume) {
        this.edits = edits;
        this.volume = volume;
        this.ends = new int[edits.size()];
    }

    static Transaction send(
            Trip trip, List<Edit> edits, PastEvents history, Paths paths, Guards guards, List<ACL> rights) {
        Transaction made = new Transaction(edits, history.current());
        Set<String> absent = new HashSet<>();
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        for (int i = 0; i < edits.size(); i++) {
            edits.get(i).add(made.operations, rights, guards, absent);
            made.ends[i] = made.operations.size();
            events.writeBytes(edits.get(i).events());
        }
        made.remembered = events.size() > 0;
        if (made.remembered) {
            history.add(made.volume, events.toByteArray(), made.operations);
        }
        made.operations.add(Op.setData(paths.clock(), new byte[0], -1));
        made.pending = trip.send(made.operations);
        return made;
    }

    List<Edit> edits() {
        return edits;
    }

    /** Waits for the answer, and notes the results if it was applied. */
    Outcome await(
            Trip trip, Settings settings, ServerClock clock, Guards guards, PastEvents history, Result[] results) {
        Trip.Answer answer = trip.await(pending);
        if (answer == null) {
            throw Failure.unknown(
                    settings, "none came within " + settings.timeout().toMillis() + " ms");
        }
        List<OpResult> all = answer.results();
        if (all == null) {
            Code code = Code.get(answer.code());
            throw Trip.isTransient(answer.code())
                    ? Failure.unknown(settings, code == Code.CONNECTIONLOSS ? "the connection broke" : "" + code)
                    : Failure.of(settings, answer.code(), null);
        }
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i) instanceof OpResult.ErrorResult error && error.getErr() != Code.OK.intValue()) {
                failed = i;
                return failure(error.getErr(), settings);
            }
        }
        Stat stat = ((OpResult.SetDataResult) all.get(all.size() - 1)).getStat();
        Instant stamp = Instant.ofEpochMilli(stat.getMtime());
        clock.learn(stamp, answer.sent(), answer.answered());
        Result done = new Result.Applied(stat.getMzxid(), stamp);
        int events = 0;
        for (Edit edit : edits) {
            edit.applied(stat.getMzxid(), guards);
            results[edit.place()] = done;
            events += edit.group().events().size();
        }
        if (remembered) {
            history.added(volume, ((OpResult.CreateResult) all.get(all.size() - 2)).getPath(), events);
        }
        return Outcome.APPLIED;
    }

    private Outcome failure(int code, Settings settings) {
        Op operation = operations.get(failed);
        boolean gone = code == Code.NONODE.intValue();
        boolean changed = code == Code.BADVERSION.intValue();
        boolean makes = operation.getType() == OpCode.create;
        if (failed >= ends[ends.length - 1]) {
            if (failed + 1 < operations.size() && (gone || changed)) {
                return Outcome.VOLUME_CLOSED;
            }
        } else if (makes ? code == Code.NODEEXISTS.intValue() : gone || changed) {
            return Outcome.STALE;
        }
        throw Failure.of(settings, code, operation.getPath());
    }

    /** After it was stale: that group which made it so is, the others may still apply. */
    void sort(List<Edit> stale, List<Edit> left) {
        for (int i = 0; i < ends.length; i++) {
            boolean culprit = failed < ends[i] && (i == 0 || failed >= ends[i - 1]);
            (culprit ? stale : left).add(edits.get(i));
        }
    }
}
