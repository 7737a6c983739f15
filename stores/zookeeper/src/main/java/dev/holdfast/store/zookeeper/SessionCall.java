package dev.holdfast.store.zookeeper;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * One call's way to the server: requests that are sent one behind the other on one session, which answers them in that order,
 * and a moment at which the call is given up.
 */
record SessionCall(Settings settings, ZooKeeper session, long end) {
    /**
     * The answer to a request.
     *
     * @param code of the failure that kept the answer away; that of a single operation is in its result
     * @param results one for each operation; null if there was no answer
     * @param sent this machine's monotonic time before
     * @param answered and after
     */
    record Answer(int code, @Nullable List<OpResult> results, long sent, long answered) {}

    /** Sends operations that apply together or not at all, or are read at one moment. */
    CompletableFuture<Answer> send(List<Op> operations) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        long sent = System.nanoTime();
        session.multi(
                operations,
                (code, path, context, results) -> answer.complete(new Answer(code, results, sent, System.nanoTime())),
                null);
        return answer;
    }

    /**
     * Sends and waits in one, which takes the answer one thread less to come. An interrupt in the middle leaves it unanswered;
     * one from before is kept for later.
     */
    Answer ask(List<Op> operations) {
        boolean interrupted = Thread.interrupted();
        long sent = System.nanoTime();
        try {
            List<OpResult> results = session.multi(operations);
            return new Answer(Code.OK.intValue(), results, sent, System.nanoTime());
        } catch (KeeperException e) {
            return new Answer(e.code().intValue(), e.getResults(), sent, System.nanoTime());
        } catch (InterruptedException e) {
            interrupted = true;
            return new Answer(Code.REQUESTTIMEOUT.intValue(), null, sent, System.nanoTime());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Makes all that is sent after this see every change that was answered before, to any client. */
    void sync(String path) {
        session.sync(path, (code, synced, context) -> {}, null);
    }

    /** Returns the answer, or null if none comes in time. */
    @Nullable
    Answer await(CompletableFuture<Answer> pending) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return pending.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    return null;
                } catch (ExecutionException e) {
                    throw new IllegalStateException("Answers are never completed by failures.", e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Returns the results of reading, each a failure of its own if its node is not there.
     *
     * @throws LostException if no answer came
     */
    List<OpResult> results(CompletableFuture<Answer> pending) throws LostException {
        Answer answer = await(pending);
        if (answer == null) {
            throw new LostException(true);
        }
        if (answer.results == null) {
            if (isTransient(answer.code)) {
                throw new LostException(false);
            }
            throw Failure.of(settings, answer.code, null);
        }
        return answer.results;
    }

    static boolean isTransient(int code) {
        Code known = Code.get(code);
        return known == Code.CONNECTIONLOSS
                || known == Code.SESSIONEXPIRED
                || known == Code.SESSIONMOVED
                || known == Code.OPERATIONTIMEOUT
                || known == Code.REQUESTTIMEOUT;
    }

    /** Thrown when the connection was lost before the answer came: a call that only reads may ask again. */
    static final class LostException extends Exception {
        private static final long serialVersionUID = 1;
        private final boolean late;

        LostException(boolean late) {
            super("no answer", null, false, false);
            this.late = late;
        }

        /** Returns whether the time of the call is over. */
        boolean late() {
            return late;
        }
    }
}
