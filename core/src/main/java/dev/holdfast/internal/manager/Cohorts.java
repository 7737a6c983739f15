package dev.holdfast.internal.manager;

import dev.holdfast.HoldId;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.internal.base.RecentMap;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The waiting requests of one manager, by the resource that they wait for. Thread-safe. */
final class Cohorts {
    private static final int STRIPES = 32;
    private static final int MAX_DOUBTFUL = 10_000;

    private final Clocks clocks;
    private final Map<String, Cohort> cohorts = new ConcurrentHashMap<>();
    private final Object[] monitors = new Object[STRIPES];
    /**
     * Requests that may have got a hold by a change with a lost answer, by the ids that another request may use again. Guarded by
     * itself.
     */
    private final Map<HoldId, Cohort.Member> doubtful = new RecentMap<>(MAX_DOUBTFUL);

    private volatile boolean anyDoubtful;

    Cohorts(Clocks clocks) {
        this.clocks = clocks;
        Arrays.setAll(monitors, i -> new Object());
    }

    /**
     * Returns whether a request may wait in memory for others of its manager. Where a limit spans resources, or a user must
     * pause, the answer may depend on more than the resource: there each request asks the store.
     */
    private static boolean mayWaitInMemory(LockRequest request, Policy policy) {
        return request.takeover() == null
                && policy.waiting().allowed()
                && policy.scope() == null
                && policy.cooldown() == null;
    }

    /** Joins the requests that wait for the resource of that step, behind all others. */
    Cohort.Member join(LockRequest request, Step step, Runnable wake) {
        Claim claim = ((Command.Acquire) step.command()).claim();
        String resource = step.resource();
        begins(request, claim.id());
        synchronized (comingAndGoing(resource)) {
            Cohort cohort = cohorts.get(resource);
            if (cohort == null) {
                cohort = new Cohort(clocks, () -> drop(resource));
                cohorts.put(resource, cohort);
            }
            return cohort.join(claim, mayWaitInMemory(request, step.policy()), request.receipt() != null, wake);
        }
    }

    /** Takes note of a request that begins: what an earlier one with the same receipt has left behind is its own now. */
    void begins(LockRequest request, HoldId id) {
        if (anyDoubtful && request.receipt() != null) {
            synchronized (doubtful) {
                Cohort.Member earlier = doubtful.remove(id);
                if (earlier != null) {
                    earlier.askedAgain();
                }
            }
        }
    }

    /** Takes note of an offer whose answer got lost. */
    void doubts(Offer offer) {
        for (Cohort.Member member : offer.idsThatMayBeUsed()) {
            synchronized (doubtful) {
                doubtful.put(member.claim().id(), member);
            }
            anyDoubtful = true;
        }
    }

    private void drop(String resource) {
        synchronized (comingAndGoing(resource)) {
            Cohort cohort = cohorts.get(resource);
            if (cohort != null && cohort.isEmpty()) {
                cohorts.remove(resource);
            }
        }
    }

    /** Returns a monitor for that resource: none joins what is being dropped. */
    private Object comingAndGoing(String resource) {
        return monitors[Math.floorMod(resource.hashCode(), monitors.length)];
    }

    /**
     * Returns an offer to those that may get the resource with that step, or null if there are none: the first request that
     * waits for a resource that is released, or the readers behind one that asks for it.
     */
    @Nullable
    Offer offer(Step step) {
        Cohort cohort = cohorts.isEmpty() ? null : cohorts.get(step.resource());
        if (cohort == null) {
            return null;
        } else if (step.command() instanceof Command.Acquire acquire) {
            return cohort.offerBehind(acquire.claim());
        }
        return step.command() instanceof Command.Release ? cohort.offer() : null;
    }

    /** Returns the requests that wait for a resource, in their order. */
    List<Cohort.Member> members(String resource) {
        Cohort cohort = cohorts.get(resource);
        return cohort == null ? List.of() : cohort.members();
    }

    /** Returns the resources that such owners wait for. */
    Set<String> resources(Predicate<Owner> owner) {
        Set<String> found = new TreeSet<>();
        cohorts.forEach((resource, cohort) -> {
            if (cohort.members().stream()
                    .anyMatch(member -> owner.test(member.claim().owner()))) {
                found.add(resource);
            }
        });
        return found;
    }

    /** Makes the waiting requests of an owner ask the store. */
    void callOwner(String owner) {
        cohorts.values().forEach(cohort -> cohort.callOwner(owner, null));
    }

    /** Makes all waiting requests look up, since their manager is closed. */
    void close() {
        cohorts.values().forEach(Cohort::callAll);
    }
}
