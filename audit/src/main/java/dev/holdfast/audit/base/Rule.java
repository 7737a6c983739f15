package dev.holdfast.audit.base;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A known mistake: its name, why it matters, and how to fix it. */
public enum Rule {
    /** A row is locked in the database while a person thinks. */
    ROW_LOCK_ACROSS_THINK_TIME(
            "row-lock-across-think-time",
            "A row is locked in the database while a person thinks",
            "The connection and all other users of the row wait until that person is done, or for ever.",
            "Read the row without a lock in a short transaction, and hold the record with a lock that outlives it:"
                    + " LockManager.acquire(\"policy/\" + id) when editing begins, release when it ends."),
    /** Locks are kept in the memory of one server. */
    IN_MEMORY_LOCK(
            "in-memory-lock",
            "Locks are kept in the memory of one server",
            "The other servers do not see them, and a restart loses them all while people are still editing.",
            "Keep them where all servers see them: LockManager.open(\"postgresql://…\") or the application's own"
                    + " DataSource, instead of the map."),
    /** A lock that only its owner ends. */
    LOCK_WITHOUT_TIMEOUT(
            "lock-without-timeout",
            "A lock that only its owner ends",
            "A closed browser or a crashed server leaves the record locked until a person repairs the table.",
            "Give it a lease: LockRequest.of(resource).ttl(Duration.ofMinutes(120)), heartbeats while a page is open, and"
                    + " LockManager.admin().endOwner(owner) when the session ends. In Holdfast an expired lock is free."),
    /** A lock that does not name its owner. */
    LOCK_WITHOUT_OWNER(
            "lock-without-owner",
            "A lock that does not name its owner",
            "A refusal cannot say who is editing, any program can release the lock by mistake, and an administrator"
                    + " cannot recognise a stale one.",
            "Record the owner with the lock: LockRequest.of(resource).owner(Owner.of(session).named(user)); a refusal then"
                    + " says who has it, and since when."),
    /** A record that others lock is written without its lock. */
    UNGUARDED_WRITE(
            "unguarded-write",
            "A record that others lock is written without its lock",
            "One path that forgets the lock makes it worthless for all the others: their work is overwritten.",
            "Verify before writing, in a place that every write passes: @RequiresLock(\"#policy.id\"), a LockingMapper"
                    + " around the repository, or LockManager.verifyFence."),
    /** A versioned record that others lock is written with a version check alone. */
    MIXED_LOCKING(
            "mixed-locking",
            "A versioned record that others lock is written with a version check alone",
            "A path that only checks the version ignores the lock: it changes a record that another user holds"
                    + " exclusively, and one of the two loses work.",
            "Take the same lock on this path (LockManager.acquire, or @RequiresLock), and keep the version as a second"
                    + " safeguard; or use versions alone for this type."),
    /** A request waits for a lock that a person may hold for an hour. */
    WAITING_FOR_LOCK(
            "waiting-for-lock",
            "A request waits for a lock that a person may hold for an hour",
            "Threads and connections wait for one person's lunch, and two requests that wait for each other wait for ever.",
            "Refuse immediately and say who has it: LockManager.tryAcquire(resource). Where waiting is wanted, use the"
                    + " queue with a limit: LockRequest.of(resource).waiting(Duration.ofSeconds(10))."),
    /** Several locks are taken one by one, in no fixed order. */
    UNORDERED_LOCKS(
            "unordered-locks",
            "Several locks are taken one by one, in no fixed order",
            "Two callers that take the same locks in different orders block each other, or both are refused half way.",
            "Take them in one call, all or none: LockManager.acquire(resources) uses one order for all callers.");

    private final String id;
    private final String title;
    private final String why;
    private final String fix;

    Rule(String id, String title, String why, String fix) {
        this.id = id;
        this.title = title;
        this.why = why;
        this.fix = fix;
    }

    /** Returns the id that options and comments in sources use. It never changes. */
    public String id() {
        return id;
    }

    /** Returns the mistake in a few words. */
    public String title() {
        return title;
    }

    /** Returns the harm that the mistake does. */
    public String why() {
        return why;
    }

    /** Returns the fix, with the call of Holdfast that does it. */
    public String fix() {
        return fix;
    }

    /** Returns the rule with an id, or null. */
    public static @Nullable Rule named(String id) {
        return Arrays.stream(values())
                .filter(rule -> rule.id.equals(id))
                .findFirst()
                .orElse(null);
    }

    /** Returns the ids of all rules. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(Rule::id).toList();
    }
}
