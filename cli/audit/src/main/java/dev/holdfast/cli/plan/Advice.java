package dev.holdfast.cli.plan;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The recommendations that follow from the answers, each with its reason. A pure function of the answers. */
record Advice(PlanAnswers answers) {
    private static final int MAX_DEFAULT_MINUTES = 120;

    record Recommendation(String what, String why) {}

    /** Returns why pessimistic locks are wrong here, or null if they are right. */
    @Nullable
    Recommendation instead() {
        if (answers.is("span", "one-transaction")) {
            return new Recommendation(
                    "The database's own transactions",
                    "the whole work is one database transaction, and its isolation level protects it; a lock beside it"
                            + " would only be one more thing to lose.");
        } else if (answers.is("collisions", "rare") && answers.is("rework", "cheap")) {
            return new Recommendation(
                    "Optimistic locking, by a version column",
                    "two people rarely meet, and doing a little again is cheap; locks would be in the way of all users for"
                            + " something that hardly happens.");
        }
        return null;
    }

    Recommendation type() {
        if (answers.is("reads", "may-be-stale")) {
            return new Recommendation(
                    "Exclusive write",
                    "only those who edit lock; readers may see data that is being changed. It is the least that helps.");
        } else if (answers.is("readers", "many")) {
            return new Recommendation(
                    "Read/write",
                    "readers must see the newest data and are many: they share, and one who edits keeps all of them out."
                            + " Have a domain expert confirm it; it is the hardest to foresee.");
        }
        return new Recommendation(
                "Exclusive read",
                "what is worked out depends on the newest data, so reading needs the lock too. One person at a time sees"
                        + " the record: have a domain expert confirm that this is intended.");
    }

    Recommendation storage() {
        if (answers.yes("strict")) {
            return new Recommendation(
                    "etcd or ZooKeeper",
                    "a lock must survive the loss of a server with its disk, which takes a majority of several. Rarely"
                            + " worth it: ask whether the data itself would survive that.");
        }
        boolean one = answers.is("servers", "one");
        boolean tables = answers.yes("schema");
        return switch (answers.get("database")) {
            case "postgresql", "mariadb" ->
                tables
                        ? new Recommendation(
                                answers.is("database", "mariadb")
                                        ? "MariaDB, in your own database"
                                        : "PostgreSQL, in your own database",
                                "it is there, every node sees it, and a lock can be taken in the transaction that loads.")
                        : elsewhere(one, "no tables may be added to the database");
            case "redis" ->
                new Recommendation(
                        "Redis",
                        "it is there and every node sees it. Turn its append-only file on with appendfsync always: without"
                                + " it a crash can lose the newest locks. Holders are notified, but the locks are gone.");
            case "sqlite" ->
                one
                        ? new Recommendation(
                                "SQLite, in your own file", "one machine, one file; locks survive a restart.")
                        : elsewhere(false, "a file of SQLite cannot be shared by several machines");
            default -> elsewhere(one, "the data is where no locks can be kept");
        };
    }

    private static Recommendation elsewhere(boolean one, String since) {
        return one
                ? new Recommendation(
                        "SQLite, in a file of its own",
                        since + "; one machine needs no more, and locks survive a restart.")
                : new Recommendation(
                        "A Holdfast server on PostgreSQL",
                        since
                                + ", and several machines need one place to ask; memory would be a different one on each.");
    }

    /** Returns the address of the store, with placeholders for names and passwords. */
    String address() {
        return switch (storage().what()) {
            case "PostgreSQL, in your own database" -> "postgresql://app:PASSWORD@localhost:5432/app";
            case "MariaDB, in your own database" -> "mariadb://app:PASSWORD@localhost:3306/app";
            case "Redis" -> "redis://localhost:6379";
            case "etcd or ZooKeeper" -> "etcd://localhost:2379/locks";
            case "A Holdfast server on PostgreSQL" -> "http://localhost:7420";
            default -> "sqlite:locks.db";
        };
    }

    boolean inOwnDatabase() {
        return storage().what().endsWith("in your own database");
    }

    /** Returns the absolute limit: the duration of the work, doubled up to two hours. */
    Duration absolute() {
        int minutes = answers.minutes();
        return Duration.ofMinutes(Math.max(minutes, Math.min(2 * minutes, MAX_DEFAULT_MINUTES)));
    }

    /** Returns the limit without heartbeats, or null if there are no heartbeats. */
    @Nullable
    Duration grace() {
        return answers.yes("heartbeat") ? Duration.ofMinutes(5) : null;
    }

    /** Returns whether members of a group share a row of the table `version`: only a database of SQL can have it. */
    boolean sharesVersions() {
        boolean sql = List.of("postgresql", "mariadb", "sqlite").contains(answers.get("database"));
        return !answers.members().isEmpty() && answers.yes("versions") && answers.yes("schema") && sql;
    }

    /** Returns how to lock a group as one, or null if there is none. */
    @Nullable
    Recommendation coarse() {
        List<String> members = answers.members();
        if (members.isEmpty()) {
            return null;
        }
        String all = String.join(", ", members);
        boolean declared = guardsEntities();
        if (sharesVersions()) {
            return new Recommendation(
                    "Shared version row",
                    "there are version columns already: " + all
                            + " point to one row of the table `version`, whose id names the lock and whose value counts up"
                            + " with each change. "
                            + (declared
                                    ? "`@SharedVersion` marks the attribute with that id, and `@LockRoot` the members."
                                    : "`VersionTable` creates and increases these rows."));
        }
        return new Recommendation(
                "Root lock",
                "a lock on one of " + all
                        + " is a lock on the record it belongs to. "
                        + (declared
                                ? "`@LockRoot` on each of them names the way to it; nothing has to be loaded to find it."
                                : "Keep that record's id in each of them, so that nothing has to be loaded to find it."));
    }

    /** Returns whether entities declare their locks: for Hibernate in an application of Spring Boot. */
    boolean guardsEntities() {
        return answers.is("framework", "spring") && answers.is("access", "jpa");
    }

    /** Returns how to make sure that no code forgets the lock. */
    Recommendation implicit() {
        if (guardsEntities()) {
            return new Recommendation(
                    "`@Lockable` on the entities",
                    "Hibernate then refuses every change without the lock, from any place of the code. `EditableRepository`"
                            + " adds `findForEdit` to a repository, which acquires before it loads.");
        }
        if (answers.is("access", "mapper")) {
            return new Recommendation(
                    "`LockingMapperRegistry` around the mappers",
                    "all access goes through mappers: `find` acquires where readers lock too, `findForEdit` always, `update`"
                            + " and `delete` verify.");
        }
        if (answers.is("framework", "spring")) {
            return answers.is("paths", "one")
                    ? new Recommendation(
                            "`@AcquiresLock` on the method that opens the record, `@RequiresLock` on the one that saves it",
                            "a single place writes, and both methods are known.")
                    : new Recommendation(
                            "`LockingRepository` as the base class of the repositories, and fences in the SQL",
                            "hand-written SQL is caught by nothing else: `CurrentLocks.fenced` gives each update the fence"
                                    + " for its WHERE.");
        }
        return answers.is("paths", "one")
                ? new Recommendation(
                        "The one method that opens the record for editing",
                        "a single place writes: put `CurrentLocks.acquire` there, and have the save call"
                                + " `CurrentLocks.require`.")
                : new Recommendation(
                        "A base class for the repositories, and fences in the SQL",
                        "nothing else catches all of many places: its method for editing calls `CurrentLocks.acquire`, its save"
                                + " `CurrentLocks.require`, and `CurrentLocks.fenced` gives each update the fence for its WHERE.");
    }

    /** Returns the modules to add, by their artifact ids. */
    List<String> modules() {
        String store = switch (storage().what()) {
            case "Redis" -> "holdfast-store-redis";
            case "etcd or ZooKeeper" -> "holdfast-store-etcd";
            case "A Holdfast server on PostgreSQL" -> "holdfast-client";
            default -> "";
        };
        String first = answers.is("framework", "spring") ? "holdfast-spring-boot-starter" : "holdfast-web";
        return store.isEmpty() ? List.of(first) : List.of(first, store);
    }

    Recommendation owner() {
        return switch (answers.get("sessions")) {
            case "http" ->
                new Recommendation(
                        "The HTTP session, with the user's name to show",
                        "it is there in every request, and its end releases what it holds.");
            case "token" ->
                new Recommendation(
                        "The user and an id of the tab or device, sent along with each request",
                        "the application does not notice the end of a token; heartbeats and the time limit release.");
            default ->
                new Recommendation(
                        "The user and an id for each piece of work, made when it begins",
                        "there are no sessions; the time limit releases what is abandoned.");
        };
    }
}
