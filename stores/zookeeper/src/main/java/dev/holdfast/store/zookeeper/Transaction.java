package dev.holdfast.store.zookeeper;

import dev.holdfast.spi.Result;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * One atomic step on its way: the operations of some groups, their events, and a write to the clock's node, whose answer brings
 * the version and the time of all.
 */
final class Transaction {
    private final StoreContext context;
    private final SessionCall call;
    private final List<GroupUpdate> updates;
    private final PastEvents.Volume volume;
    private final Operations operations;
    /** Where the operations of each group end. */
    private final int[] ends;

    private final boolean remembered;
    private final CompletableFuture<SessionCall.Answer> pending;
    private int failed;

    /** The outcome of a transaction. */
    enum Outcome {
        APPLIED,
        /** Nothing of it, since something is not as one group expects. */
        STALE,
        /** Nothing of it, since what was known about the nodes is out of date; that is no group's fault. */
        OUTDATED
    }

    /** Sends the groups in one step; waits for the answer immediately if it is the only one on its call. */
    Transaction(StoreContext context, SessionCall call, List<GroupUpdate> updates, boolean alone) {
        this.context = context;
        this.call = call;
        this.updates = updates;
        this.volume = context.history().current();
        this.operations = new Operations(context);
        this.ends = new int[updates.size()];
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        for (int i = 0; i < ends.length; i++) {
            updates.get(i).add(operations);
            ends[i] = operations.size();
            events.writeBytes(updates.get(i).events());
        }
        this.remembered = events.size() > 0;
        if (remembered) {
            context.history().add(volume, events.toByteArray(), operations);
        }
        operations.add(Op.setData(context.paths().clock(), new byte[0], -1));
        this.pending =
                alone ? CompletableFuture.completedFuture(call.ask(operations.all())) : call.send(operations.all());
    }

    List<GroupUpdate> updates() {
        return updates;
    }

    /** Returns where it failed, once it has. */
    String failedAt() {
        return operations.all().get(failed).getPath();
    }

    /** Waits for the answer, and notes the results if it was applied. */
    Outcome await(Result[] results) {
        Settings settings = context.settings();
        SessionCall.Answer answer = call.await(pending);
        if (answer == null) {
            throw Failure.unknown(
                    settings, "none came within " + settings.timeout().toMillis() + " ms");
        }
        List<OpResult> all = answer.results();
        if (all == null) {
            Code code = Code.get(answer.code());
            throw SessionCall.isTransient(answer.code())
                    ? Failure.unknown(settings, why(code))
                    : Failure.of(settings, answer.code(), null);
        }
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i) instanceof OpResult.ErrorResult error && error.getErr() != Code.OK.intValue()) {
                failed = i;
                return failure(error.getErr());
            }
        }
        applied(all, answer, results);
        return Outcome.APPLIED;
    }

    private static String why(@Nullable Code code) {
        if (code == Code.REQUESTTIMEOUT) {
            return "it took too long, or the wait was interrupted";
        }
        return code == Code.CONNECTIONLOSS ? "the connection broke" : "" + code;
    }

    private void applied(List<OpResult> all, SessionCall.Answer answer, Result[] results) {
        Stat stat = ((OpResult.SetDataResult) all.get(all.size() - 1)).getStat();
        Instant stamp = Instant.ofEpochMilli(stat.getMtime());
        context.clock().learn(stamp, answer.sent(), answer.answered());
        Result done = new Result.Applied(stat.getMzxid(), stamp);
        int events = 0;
        int bytes = 0;
        for (GroupUpdate update : updates) {
            update.applied(stat.getMzxid(), context.guards());
            results[update.place()] = done;
            events += update.group().events().size();
            bytes += update.events().length;
        }
        if (remembered) {
            context.history().added(volume, ((OpResult.CreateResult) all.get(all.size() - 2)).getPath(), events, bytes);
        }
        operations.laborious().forEach(key -> context.absences().look(call, key));
    }

    private Outcome failure(int code) {
        Op operation = operations.all().get(failed);
        boolean differs = code == Code.NONODE.intValue() || code == Code.BADVERSION.intValue();
        String bucket = operations.bucketAt(failed);
        if (bucket != null && differs) {
            context.absences().forget(bucket);
            return Outcome.OUTDATED;
        }
        if (failed >= ends[ends.length - 1]) {
            if (failed + 1 < operations.size() && differs) {
                context.history().refresh();
                return Outcome.OUTDATED;
            }
        } else if (operation.getType() == OpCode.create ? code == Code.NODEEXISTS.intValue() : differs) {
            return Outcome.STALE;
        }
        throw Failure.of(context.settings(), code, operation.getPath());
    }

    /** Sorts the groups after it was stale: the group which made it so is stale, the others may still apply. */
    void sort(List<GroupUpdate> stale, List<GroupUpdate> left) {
        for (int i = 0; i < ends.length; i++) {
            boolean culprit = failed < ends[i] && (i == 0 || failed >= ends[i - 1]);
            (culprit ? stale : left).add(updates.get(i));
        }
    }
}
