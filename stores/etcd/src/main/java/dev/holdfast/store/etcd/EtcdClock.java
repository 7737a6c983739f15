package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.spi.Key.Kind;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseTimeToLiveRequest;
import io.etcd.jetcd.api.LeaseTimeToLiveResponse;
import io.etcd.jetcd.api.RangeResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The store's clock, made of what etcd has: a lease that the leader counts down by its monotonic clock. One key has the
 * beginning of the lease; a client that wants the time asks how much of it is left. All changes compare that key, so that all
 * are stamped by the same clock.
 *
 * <p>A new leader restarts every lease. A client that knew the time before counts on and writes a new beginning. If none did,
 * the clock goes on from the newest stamp in the store: it is behind then, which ends nothing early. A client's own clock
 * counts only where there are no locks. Thread-safe.
 */
final class EtcdClock {
    private static final int MAX_TRIES = 20;
    private static final long PAUSE_NANOS = 50_000_000;
    private static final long SECOND = 1_000_000_000L;
    /** What stamps may be ahead of the time, with a good margin. */
    private static final Duration AHEAD = Duration.ofSeconds(2);

    private final EtcdClient client;
    private final EtcdKeys keys;
    private final EtcdClockKey key;
    private final InstantSource wall;
    private final String where;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable EtcdTime known;
    private volatile Runnable alarm = () -> {};

    EtcdClock(EtcdClient client, EtcdKeys keys, InstantSource wall, String where) {
        this.client = client;
        this.keys = keys;
        this.key = new EtcdClockKey(client, keys.clock(), where);
        this.wall = wall;
        this.where = where;
    }

    /** Returns the time; asks the servers only if what is known is old. */
    EtcdTime time() {
        return ask(time -> true);
    }

    /** Returns the time by another basis than the one that proved outdated. */
    EtcdTime timeAfter(EtcdTime outdated) {
        return ask(time -> time.basis().revision() > outdated.basis().revision());
    }

    /** Returns the time, better known than that. */
    EtcdTime betterThan(@Nullable EtcdTime time) {
        return ask(other -> !other.equals(time));
    }

    /** Notes the leader. If another one counts the lease down, a client that knows the time must act. */
    void heard(long term) {
        EtcdTime time = known;
        if (time != null && time.basis().term() != term) {
            alarm.run();
        }
    }

    /** Sets the action for a new leader. */
    void onNewLeader(Runnable wake) {
        alarm = wake;
    }

    /** Returns the time as it is last known; null before it is. */
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
            time = known; // another thread may just have asked
            if (time != null && enough.test(time) && time.good(wall)) {
                return time;
            }
            for (int tries = 0; tries < MAX_TRIES; tries++) {
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

    /** Asks once. Returns null if it must be tried again. */
    private @Nullable EtcdTime askOnce() {
        EtcdTime before = known;
        EtcdBasis basis = before == null ? key.current().basis() : before.basis();
        if (basis == null) {
            key.start(null, wall.instant(), null);
            return null;
        }
        Duration ahead = EtcdTime.wall(wall, System.nanoTime());
        long asked = System.nanoTime();
        LeaseTimeToLiveResponse answer = client.ask(
                LeaseGrpc.getLeaseTimeToLiveMethod(),
                LeaseTimeToLiveRequest.newBuilder().setID(basis.lease()).build());
        long answered = System.nanoTime();
        // Read after the lease: if it was still that leader's now, the answer was about that leader's countdown.
        EtcdClockKey.Current now = key.current();
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
            start(basis, time.now());
            return null;
        }
        return time;
    }

    /** Writes a new beginning after a change of leader. */
    private void goOn(EtcdBasis basis, long secondsSince) {
        EtcdTime before = known;
        if (before != null && before.basis().revision() == basis.revision()) {
            start(basis, before.now());
            return;
        }
        if (key.none(keys.of(Kind.LOCK))) {
            start(basis, wall.instant(), keys.of(Kind.LOCK));
            return;
        }
        Instant least = basis.start().plusSeconds(Math.max(0, secondsSince));
        start(basis, later(later(least, newest(keys.records())), newest(keys.history())));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Returns a time before which no client can have written the last of those keys. */
    private Instant newest(ByteString prefix) {
        RangeResponse newest = client.ask(KVGrpc.getRangeMethod(), EtcdOps.newest(prefix, 1, 0));
        try {
            return newest.getKvsCount() == 0
                    ? Instant.EPOCH
                    : EtcdValue.stamp(newest.getKvs(0)).minus(AHEAD);
        } catch (UnreadableRecordException e) {
            return Instant.EPOCH; // its readers get the failure
        }
    }

    /**
     * Sets the clock by the wall clock of this machine if the two disagree and that can do no harm: ahead while there is no
     * lock, back while there is no record at all.
     */
    void adjust() {
        EtcdTime time = time();
        Instant here = wall.instant();
        boolean behind = here.isAfter(time.stamp().plusNanos(SECOND));
        boolean before = here.isBefore(time.now().minusNanos(SECOND));
        ByteString harmed = behind ? keys.of(Kind.LOCK) : keys.records();
        if ((behind || before) && key.none(harmed)) {
            start(time.basis(), wall.instant(), harmed);
            betterThan(time);
        }
    }

    private void start(EtcdBasis old, Instant moment) {
        start(old, moment, null);
    }

    /** Starts a new basis. The old one is not to be counted on any more, even if this fails. */
    private void start(EtcdBasis old, Instant moment, @Nullable ByteString empty) {
        key.start(old, moment, empty);
        known = null;
    }
}
