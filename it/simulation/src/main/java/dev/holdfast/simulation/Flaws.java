package dev.holdfast.simulation;

import java.util.List;
import java.util.Set;

/** The faults that the simulation must find when they are put back, by the part of the product that guards against each. */
final class Flaws {
    private Flaws() {}

    static final List<Flaw> ALL = List.of(
            Flaw.returning(
                    "an owner that ends meanwhile is not checked in the change", "EvidenceSource", "check", null),
            Flaw.returning(
                    "the former holder of a slot is not checked in the change",
                    "EvidenceSource",
                    "formerResource",
                    null),
            Flaw.using(
                    "requests that name no owner share one",
                    "DefaultOwner",
                    "create",
                    "AtomicLong.incrementAndGet",
                    "get"),
            Flaw.returning("a process that was not looked at counts as not running", "Evidence", "isUnseen", false),
            Flaw.using(
                    "a process of another machine counts as gone",
                    "EvidenceSource$Findings",
                    "add",
                    "Liveness.GONE",
                    "UNKNOWN"),
            Flaw.returning("a hand-over does not check its receiver", "Queue", "barred", false),
            Flaw.returning("an answer rests on what a feed told", "Snapshot", "hearsay", false)
                    .and(Flaw.returning("and is not checked when it is applied", "OutcomeRecheck", "stands", true)
                            .and(Flaw.using(
                                            "nor is the store asked before",
                                            "Waiter",
                                            "look",
                                            "LockState.holdOf",
                                            "holdOfWaiter")
                                    .and(Flaw.assuming("whatever was told", "Waiter", "look", "Hold.claimed", false)))),
            Flaw.returning("an answer rests on what another caller has read", "SnapshotChoice", "contested", false),
            Flaw.skipping("a keeper that rests is not woken by a new handle", "Keeper", "wake", "PeriodicThread.wake"),
            Flaw.returning("a lost handle keeps the rest of what it had", "Keeper", "giveUp", null),
            Flaw.returning("an owner enters what it has lost", "Keeper", "releaseGivenUp", null),
            Flaw.returning("a lease is counted from a later moment", "Clocks$Moment", "earlierBy", Flaw.RECEIVER),
            Flaw.returning("a holder goes on past the clean-up age", "KeptHandle", "mayBeCleanedUp", false),
            Flaw.using(
                    "the keeper waits for a busy record",
                    "StoreHoldBackend",
                    "keepAlive",
                    "Engine.runWithoutWaiting",
                    "runAll"),
            Flaw.using(
                            "the thread that decides for all waits for a busy record",
                            "AsyncCombiner",
                            "decide",
                            "AsyncCombiner.setAside",
                            "moveToSlowPath")
                    .and(Flaw.using(
                            "on itself",
                            "AsyncCombiner",
                            "moveToSlowPath",
                            "ThreadPoolExecutor.execute",
                            "executeHere")),
            Flaw.returning("a busy record is tried again without a pause", "Pause", "await", null),
            Flaw.skipping("a refused request leaves its ticket", "Acquirer", "refused", "Acquirer.leave"),
            Flaw.skipping(
                    "a client that leaves the queue leaves its ticket",
                    "AsyncWait",
                    "withdraw",
                    "WaitingRequest.withdraw"),
            Flaw.skipping("a waiting request is not woken by news", "AsyncWaits", "tell", "Queue.add"),
            Flaw.returning("a lost answer is settled by a look", "Settler", "ruledOut", new Flaw.Argument(2)),
            Flaw.returning(
                    "a waiter that leaves does not release what it is handed at that moment",
                    "Cohort$Member",
                    "leave",
                    false),
            Flaw.skipping("a waiter that has the lock is handed it again", "Cohort", "handOver", "Cohort.remove"),
            Flaw.returning("the next in the queue of a manager is never woken", "Cohort", "remove", null),
            Flaw.returning("a program never lets go of a lock that others wait for", "Turn", "allowsOneMore", true),
            Flaw.returning("a waiter comes in beside one that excludes it", "Queue", "mayHave", true),
            Flaw.returning("a waiter that leaves keeps what it came in with", "Cohort", "named", null),
            Flaw.returning("a request for several locks is handed one of them", "Ticket", "reserved", false),
            Flaw.returning("closing does not wait for calls under way", "Calls", "awaitEnd", true),
            Flaw.returning("closing leaves its callers waiting", "StoreLockManager", "endWaits", null),
            Flaw.skipping("a leader does not wake the next one", "Combiner", "lead", "LockSupport.unpark"),
            Flaw.skipping("an answer does not wake its caller", "Attempt", "wake", "LockSupport.unpark"));

    private static final Set<String> SOON = Set.of("check", "add", "of", "giveUp", "refused", "tell", "lead", "wake");

    /** Those that a hundred or so schedules find, for every check. */
    static final List<Flaw> SOON_FOUND =
            ALL.stream().filter(flaw -> SOON.contains(flaw.method())).toList();
}
