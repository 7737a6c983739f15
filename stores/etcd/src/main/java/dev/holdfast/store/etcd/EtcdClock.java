package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import dev.holdfast.store.Kind;
import dev.holdfast.store.StoreException;
import dev.holdfast.store.StoreUnreachableException;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.etcd.jetcd.api.LeaseTimeToLiveRequest;
import io.etcd.jetcd.api.LeaseTimeToLiveResponse;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.TxnRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The store's clock, made of what etcd has: a lease that the leader counts down by its monotonic clock. One key says when the
 * lease began; whoever wants the time asks how much of it is left. All changes compare that key, so that all are stamped by the
 * same clock.
 *
 * <p>A new leader begins every lease anew. Whoever knew the time before counts on and writes a new beginning; if nobody did, the
 * clock goes on from the newest stamp in the store: later than it should, which ends nothing early. A client's own clock counts
 * only where nobody has a lock. Thread-safe.
 */
final class EtcdClock {
    private static final Duration LEASE = Duration.ofDays(30);
    private static final int MOST_TRIES = 20;
    private static final long PAUSE_NANOS = 50_000_000;
    private static final long SECOND = 1_000_000_000L;
    /** What stamps may be ahead of the time, with a good margin. */
    private static final Duration AHEAD = Duration.ofSeconds(2);

    private final EtcdClient client;
    private final EtcdKeys keys;
    private final InstantSource wall;
    private final String where;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable EtcdTime known;
    private volatile Runnable alarm = () -> {};

    EtcdClock(EtcdClient client, EtcdKeys keys, InstantSource wall, String where) {
        this.client = client;
        this.keys = keys;
        this.wall = wall;
        this.where = where;
    }

    /** The time; asks the servers only if what is known is old. */
    EtcdTime time() {
        return ask(time -> true);
    }

    /** The time by another basis than the one that proved outdated. */
    EtcdTime timeAfter(EtcdTime outdated) {
        return ask(time -> time.basis().revision() > outdated.basis().revision());
    }

    /** The time, better known than that. */
    EtcdTime betterThan(@Nullable EtcdTime time) {
        return ask(other -> !other.equals(time));
    }

    /** Takes note of who leads. If that is another than the one who counts the lease down, whoever knows the time must act. */
    void heard(long term) {
        EtcdTime time = known;
        if (time != null && time.basis().term() != term) {
            alarm.run();
        }
    }

    /** What to do when the leader is another one. */
    void onNewLeader(Runnable wake) {
        alarm = wake;
    }

    /** The time as it is last known; null before it is. */
    @Nullable
    EtcdTime known() {
        return known;
    }

    /** Asks the servers, unless what is known will do. */
    private EtcdTime ask(Predicate<EtcdTime> enough) {
        EtcdTime time = known;
        if (time != null && enough.test(time) && time.good(wall)) {
            return time;
        }
        asking.lock();
        try {
            time = known; // somebody else may just have asked
            if (time != null && enough.test(time) && time.good(wall)) {
                return time;
            }
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                EtcdTime found = askOnce();
                if (found != null) {
                    known = found;
                    return found;
                }
            }
            throw new StoreUnreachableException(
                    "The etcd servers of " + where
                            + " change their leader again and again: try again when they are calm.",
                    null);
        } finally {
            asking.unlock();
        }
    }

    /** Null if it must be tried again. */
    private @Nullable EtcdTime askOnce() {
        EtcdTime before = known;
        EtcdBasis basis = before == null ? current().basis() : before.basis();
        if (basis == null) {
            start(0, wall.instant(), null);
            return null;
        }
        Duration ahead = EtcdTime.wall(wall, System.nanoTime());
        long asked = System.nanoTime();
        LeaseTimeToLiveResponse answer = client.ask(
                LeaseGrpc.getLeaseTimeToLiveMethod(),
                LeaseTimeToLiveRequest.newBuilder().setID(basis.lease()).build());
        long answered = System.nanoTime();
        // Read after the lease: if it was still that leader's now, the answer was about that leader's countdown.
        Current now = current();
        EtcdBasis there = now.basis();
        if (there == null || there.revision() != basis.revision()) {
            known = null;
            return null;
        }
        long left = answer.getTTL();
        boolean sound = left >= 0 && left <= basis.seconds();
        if (now.term() != basis.term() || left < 0) {
            goOn(basis, sound ? basis.seconds() - left - 1 : 0);
            return null;
        }
        if (!sound) {
            LockSupport.parkNanos(PAUSE_NANOS); // a leader that has not begun to count yet
            return null;
        }
        EtcdTime time = EtcdTime.of(basis, EtcdBounds.of(basis.seconds(), left, asked, answered), ahead, before);
        if (left < basis.seconds() / 2) {
            start(basis.revision(), time.now(), null);
            return null;
        }
        return time;
    }

    /** What the key says, and who leads. */
    private record Current(@Nullable EtcdBasis basis, long term) {}

    private Current current() {
        RangeResponse found =
                client.ask(KVGrpc.getRangeMethod(), EtcdOps.range(keys.clock()).build());
        EtcdBasis basis = found.getKvsCount() == 0 ? null : EtcdBasis.of(found.getKvs(0), where);
        return new Current(basis, found.getHeader().getRaftTerm());
    }

    /** A new beginning after a change of leader. */
    private void goOn(EtcdBasis basis, long secondsSince) {
        EtcdTime before = known;
        if (before != null && before.basis().revision() == basis.revision()) {
            start(basis.revision(), before.now(), null);
            return;
        }
        if (none(keys.of(Kind.LOCK))) {
            start(basis.revision(), wall.instant(), keys.of(Kind.LOCK));
            return;
        }
        Instant least = basis.start().plusSeconds(Math.max(0, secondsSince));
        for (ByteString prefix : List.of(keys.records(), keys.history())) {
            RangeResponse newest = client.ask(KVGrpc.getRangeMethod(), EtcdOps.newest(prefix, 1, 0));
            if (newest.getKvsCount() > 0) {
                Instant stamp = EtcdValue.stamp(newest.getKvs(0)).minus(AHEAD);
                least = stamp.isAfter(least) ? stamp : least;
            }
        }
        start(basis.revision(), least, null);
    }

    /**
     * Sets the clock by the wall clock of this machine if the two disagree and that can hurt nobody: ahead while there is no
     * lock, back while there is no record at all.
     */
    void adjust() {
        EtcdTime time = time();
        Instant here = wall.instant();
        boolean behind = here.isAfter(time.stamp().plusNanos(SECOND));
        boolean before = here.isBefore(time.now().minusNanos(SECOND));
        ByteString harmed = behind ? keys.of(Kind.LOCK) : keys.records();
        if ((behind || before) && none(harmed)) {
            start(time.basis().revision(), wall.instant(), harmed);
            betterThan(time);
        }
    }

    private boolean none(ByteString prefix) {
        return client.ask(
                                KVGrpc.getRangeMethod(),
                                EtcdOps.range(prefix)
                                        .setRangeEnd(EtcdKeys.end(prefix))
                                        .setCountOnly(true)
                                        .build())
                        .getCount()
                == 0;
    }

    /**
     * Writes a new basis if the one there is still of that revision; whether it succeeded shows when it is read.
     *
     * @param empty if not null, only if no key begins so
     */
    private void start(long revision, Instant moment, @Nullable ByteString empty) {
        LeaseGrantResponse lease = client.ask(
                LeaseGrpc.getLeaseGrantMethod(),
                LeaseGrantRequest.newBuilder().setTTL(LEASE.toSeconds()).build());
        EtcdBasis basis = new EtcdBasis(
                0, moment, lease.getID(), lease.getTTL(), lease.getHeader().getRaftTerm());
        TxnRequest.Builder request = TxnRequest.newBuilder()
                .addCompare(EtcdOps.unchanged(keys.clock(), revision))
                .addSuccess(EtcdOps.put(keys.clock(), basis.value()));
        if (empty != null) {
            request.addCompare(Compare.newBuilder(EtcdOps.unchanged(empty, 0)).setRangeEnd(EtcdKeys.end(empty)));
        }
        boolean done = client.ask(KVGrpc.getTxnMethod(), request.build()).getSucceeded();
        EtcdTime before = known;
        known = null;
        if (!done) {
            forget(lease.getID());
        } else if (before != null) {
            forget(before.basis().lease());
        }
    }

    private void forget(long lease) {
        try {
            client.ask(
                    LeaseGrpc.getLeaseRevokeMethod(),
                    LeaseRevokeRequest.newBuilder().setID(lease).build());
        } catch (StoreException e) {
            // It runs out by itself.
        }
    }
}
