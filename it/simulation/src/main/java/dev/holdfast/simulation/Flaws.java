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
            Flaw.using(
                    "the first lease of a hand-over is counted from its report",
                    "WaitingRequest",
                    "received",
                    "WaitingRequest.lastAnswered",
                    "now"),
            Flaw.assuming(
                    "the first lease of a hand-over counts as a whole one",
                    "Countdown",
                    "limits",
                    "Hold.claimed",
                    true),
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
            Flaw.using(
                    "a request counts as handed over although another has the lock",
                    "Asking",
                    "after",
                    "HandOverRequest$RequestState.LAPSED",
                    "HANDED"),
            Flaw.returning("a promise does not cap the lease", "Asking", "ending", new Flaw.Argument(1)),
            Flaw.returning("a handle does not learn that it has promised", "Countdown", "under", Flaw.RECEIVER),
            Flaw.skipping("a resource is open right after a loss", "Closure", "after", "Policy.lockDelay"),
            Flaw.returning("a reader is upgraded beside others", "Upgrade", "isFree", true),
            Flaw.returning("an upgrade needs no pause", "Queue", "mayOperate", true),
            Flaw.returning("an upgrade ends what the holder was asked", "OpenRequests", "followed", Flaw.RECEIVER),
            Flaw.returning("a request outlives its hold", "Asking", "closed", new Flaw.Argument(1)),
            Flaw.returning("an asker is not told how its request ended", "Asking", "hasEnded", true),
            Flaw.assuming("a user has several open requests", "Asking", "reason", "Stream.anyMatch", false),
            Flaw.using(
                    "the silence of a holder leads to nothing", "Asking", "show", "Policy$Silence.HAND_OVER", "REPORT"),
            Flaw.using("silence ends a hold before its time", "Asking", "endingAt", "Moments.plus", "minus"),
            Flaw.using("a hold that a request ends expires", "Rules", "ending", "Instant.isBefore", "isAfter"),
            Flaw.returning("silence is reported again and again", "OpenRequest", "reported", Flaw.RECEIVER),
            Flaw.skipping(
                    "silence ends a hold after its asker has withdrawn", "Asking", "withoutRequest", "Asking.holdOf"),
            Flaw.returning("requests are not counted", "Asking", "tooOftenUntil", null),
            Flaw.assuming(
                    "a request that has ended is asked again under its receipt",
                    "Asking",
                    "ask",
                    "RequestLog.has",
                    false),
            Flaw.returning("the log of requests counts none", "RequestLog", "isNew", false),
            Flaw.skipping("a leader does not wake the next one", "Combiner", "lead", "LockSupport.unpark"),
            Flaw.skipping("an answer does not wake its caller", "Attempt", "wake", "LockSupport.unpark"));

    private static final Set<String> SOON = Set.of(
            "check",
            "add",
            "of",
            "giveUp",
            "refused",
            "tell",
            "lead",
            "wake",
            "ending",
            "show",
            "closed",
            "hasEnded",
            "reason");

    /** Those that a hundred or so schedules find, for every check. */
    static final List<Flaw> SOON_FOUND =
            ALL.stream().filter(flaw -> SOON.contains(flaw.method())).toList();
}
