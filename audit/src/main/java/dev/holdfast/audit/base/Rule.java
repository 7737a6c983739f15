package dev.holdfast.audit.base;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A known mistake: what it is called, why it matters, and how it is put right. */
public enum Rule {
    ROW_LOCK_ACROSS_THINK_TIME(
            "row-lock-across-think-time",
            "A row is locked in the database while a person thinks",
            "The connection and all who want the row are stuck until that person is done, or for ever if they never are.",
            "Read the row without a lock in a short transaction, and hold the record by a lock that outlives it:"
                    + " LockManager.acquire(\"policy/\" + id) when editing begins, release when it ends."),
    IN_MEMORY_LOCK(
            "in-memory-lock",
            "Locks are kept in the memory of one server",
            "The other servers know nothing of them, and a restart forgets them all while people are still editing.",
            "Keep them where all servers see them: LockManager.open(\"postgresql://…\") or the application's own"
                    + " DataSource, instead of the map."),
    LOCK_WITHOUT_TIMEOUT(
            "lock-without-timeout",
            "A lock that nothing ends but its owner",
            "A closed browser or a crashed server leaves the record locked until somebody repairs the table by hand.",
            "Give it a lease: LockRequest.of(resource).ttl(Duration.ofMinutes(120)), heartbeats while a page is open, and"
                    + " LockManager.releaseAll(owner) when the session ends; Holdfast counts what ran out as free."),
    LOCK_WITHOUT_OWNER(
            "lock-without-owner",
            "A lock that does not say whose it is",
            "Nobody can be told who is editing, anybody can give the lock back by mistake, and no administrator can tell"
                    + " a stale one.",
            "Record the owner with the lock: LockRequest.of(resource).owner(Owner.of(session).named(user)); a refusal then"
                    + " says who has it since when."),
    UNGUARDED_WRITE(
            "unguarded-write",
            "A record that others lock is written without its lock",
            "One path that forgets the lock makes it worthless for all the others: their work is overwritten.",
            "Verify before writing, in a place that nobody can forget: @RequiresLock(\"#policy.id\"), a LockingMapper"
                    + " around the repository, or LockManager.verifyFence."),
    MIXED_LOCKING(
            "mixed-locking",
            "A versioned record that others lock is written by its version alone",
            "Whoever only checks the version does not see the lock: it changes what somebody else was told to have alone,"
                    + " and one of the two loses work.",
            "Take the same lock on this path (LockManager.acquire, or @RequiresLock), and keep the version as a second"
                    + " line; or use versions alone for this type."),
    WAITING_FOR_LOCK(
            "waiting-for-lock",
            "A request waits for a lock that a person may hold for an hour",
            "Threads and connections pile up behind one person's lunch, and two who wait for each other wait for ever.",
            "Refuse at once and say who has it: LockManager.tryAcquire(resource); where waiting is wanted, in line and"
                    + " bounded: LockRequest.of(resource).waiting(Duration.ofSeconds(10))."),
    UNORDERED_LOCKS(
            "unordered-locks",
            "Several locks are taken one by one, in no fixed order",
            "Two who take the same locks in different orders block each other, or both are refused half way.",
            "Take them in one call, all or none: LockManager.acquire(resources) puts them in one order for everybody.");

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

    /** By which it is selected, and ignored in comments. It never changes. */
    public String id() {
        return id;
    }

    public String title() {
        return title;
    }

    /** What comes of it. */
    public String why() {
        return why;
    }

    /** How to put it right, with the call of Holdfast that does. */
    public String fix() {
        return fix;
    }

    /** The one of that id, or null. */
    public static @Nullable Rule named(String id) {
        return Arrays.stream(values())
                .filter(rule -> rule.id.equals(id))
                .findFirst()
                .orElse(null);
    }

    /** All ids. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(Rule::id).toList();
    }
}
