package dev.holdfast.shedlock;

import dev.holdfast.Holds;
import dev.holdfast.Lease;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The holds of one job on its two resources, without a handle: nothing renews them.
 *
 * <p>Every job takes both in one step, all or none. So a job that has one of them can release the other and take it again with
 * another time to live, and no other job gets in between. That is how {@code lockAtLeastFor} outlives the job, and how a lock is
 * extended. The hold for {@code lockAtLeastFor} is bound to no process, if the store allows that.
 */
final class JobHold {
    private static final Logger LOG = System.getLogger(HoldfastLockProvider.class.getName());

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final LockManager manager;
    private final String name;
    private final String second;
    private final Owner owner;
    private @Nullable Receipt job;
    /** Of the second resource, if it ends with the job; null if it stays for {@code lockAtLeastFor}. */
    private @Nullable Receipt companion;
    /** Of the second resource, if it stays. */
    private @Nullable Receipt staying;

    JobHold(LockManager manager, String name) {
        this.manager = manager;
        this.name = name;
        this.second = name + HoldfastLockProvider.SECOND;
        this.owner = manager.newOwner();
    }

    /** Acquires both resources. Returns whether it could. */
    boolean take(LockConfiguration wanted) {
        LockRequest both = LockRequest.of(name, second)
                .owner(owner)
                .ttl(ttl(wanted.getLockAtMostFor()))
                .note("a job under ShedLock");
        Optional<Holds.Grant> grant = granted(both);
        if (grant.isEmpty()) {
            return false;
        }
        for (Receipt receipt : grant.get().receipts()) {
            if (receipt.resource().equals(name)) {
                job = receipt;
            } else {
                companion = receipt;
            }
        }
        requireLasting(grant.get(), wanted);
        return keepFor(wanted.getLockAtLeastFor());
    }

    /** Releases what ends with the job. */
    void release() {
        if (!releaseAll(job, companion)) {
            LOG.log(
                    Level.WARNING,
                    name + " was not held any more when its job ended, so another job may have run at the same time."
                            + " A lockAtMostFor that is longer than every run prevents that.");
        }
    }

    /** Gives both resources a new time, one after the other. Returns whether the job has them; if not, it has none. */
    boolean extend(LockConfiguration wanted) {
        Receipt held = job;
        if (held == null || manager.holds().view(List.of(held)).get(0).isEmpty()) {
            return false;
        }
        releaseAll(companion, staying);
        staying = null;
        companion = taken(second, owner, wanted.getLockAtMostFor(), "a job under ShedLock");
        if (companion != null) {
            manager.holds().release(held);
            job = taken(name, owner, wanted.getLockAtMostFor(), "a job under ShedLock");
            if (job != null && keepFor(wanted.getLockAtLeastFor())) {
                return true;
            }
        }
        releaseAll(job, companion);
        return false;
    }

    /** Lets the second resource stay for that time, whatever becomes of the job. Returns whether the job has both. */
    private boolean keepFor(Duration atLeast) {
        if (atLeast.isZero() || atLeast.isNegative()) {
            return true;
        }
        boolean mayOutlive = !manager.admin().traits().needsProcess();
        releaseAll(companion);
        companion = null;
        staying = taken(
                second,
                mayOutlive ? owner.bound(List.of()) : owner,
                atLeast,
                "keeps " + name + " locked for its lockAtLeastFor");
        if (staying == null) {
            releaseAll(job);
            return false;
        }
        return true;
    }

    private @Nullable Receipt taken(String resource, Owner by, Duration time, String note) {
        return granted(LockRequest.of(resource).owner(by).ttl(ttl(time)).note(note))
                .map(grant -> grant.receipts().get(0))
                .orElse(null);
    }

    private Optional<Holds.Grant> granted(LockRequest request) {
        try {
            return Optional.of(manager.holds().grant(request)).filter(Holds.Grant::granted);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private boolean releaseAll(@Nullable Receipt... receipts) {
        List<Receipt> there = new ArrayList<>();
        for (Receipt receipt : receipts) {
            if (receipt != null) {
                there.add(receipt);
            }
        }
        return !there.isEmpty() && manager.holds().release(there);
    }

    /** Refuses a lock that would be free while its job still counts on it. */
    private void requireLasting(Holds.Grant grant, LockConfiguration wanted) {
        Lease lease = grant.holds().get(0).lease();
        for (Duration limit : new Duration[] {lease.absolute(), lease.idle()}) {
            if (limit != null && limit.compareTo(wanted.getLockAtMostFor()) < 0) {
                releaseAll(job, companion);
                throw new IllegalArgumentException(
                        "lockAtMostFor of " + name + " is " + minutes(wanted.getLockAtMostFor())
                                + ", but its policy ends every hold after " + minutes(limit)
                                + ". Choose a shorter time, or a policy for " + name + " with a longer limit.");
            }
        }
    }

    private static String minutes(Duration time) {
        return time.toMinutes() + " minutes";
    }

    private static Duration ttl(Duration time) {
        return time.compareTo(SHORTEST) < 0 ? SHORTEST : time;
    }
}
