package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.code.FieldFacts;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.names.Words;
import dev.holdfast.audit.sql.SqlStatement;
import dev.holdfast.audit.sql.SqlStatement.Column;
import dev.holdfast.audit.sql.SqlStatement.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tables whose rows are locks on records: by their name, a column for what is locked, and one that says who took it or
 * when. Tables that only lend their rows to row locks have neither and are none.
 */
final class LockTables {
    private static final Set<String> RESOURCE = Words.set("""
            lockable resource entity object record document item key target subject row id name aggregate
            article order policy page file""");
    static final Set<String> OWNER = Words.set("""
            owner holder user username userid session by lockedby client node instance host hostname who editor
            picker principal account agent worker thread process pid member person employee login author creator
            token uuid ip server state value txn transaction xid job task operation trace reference ref""");
    /** Names of columns that can only be about the lock. */
    private static final Set<String> SURE_OWNER = Set.of("owner", "holder", "session", "lockedby", "editor", "client");

    /** Names of columns for the owner if another column names the record. */
    private static final Set<String> PERSON = Set.of("user", "username", "userid", "member", "employee", "person");

    private static final Set<String> SURE_RESOURCE = Words.set("""
            lockable resource entity object record document item target subject content article order policy
            page""");
    /** Records that may be locked without being edited, such as an account after failed sign-ins. */
    static final Set<String> PEOPLE = Set.of(
            "user", "users", "account", "accounts", "member", "customer", "login", "credential", "card", "principal");

    /** Names around a lock that blocks a person, or that an administrator ends. */
    private static final Set<String> BLOCKING = Words.set("""
            user users member customer login credential card principal email password admin administrator staff
            unlock unlocked block blocked lockout status active enabled""");

    private static final Set<String> FORBIDDING =
            Set.of("reason", "attempt", "attempts", "failed", "failures", "permanent");
    /** Tables that are about locks without being lock tables. */
    private static final Set<String> ABOUT_LOCKS = Words.set("""
            audit log logs history queue event events request requests archive type types config setting
            settings""");

    /** Supertypes that add no column but an id. */
    private static final Set<String> PLAIN =
            Set.of("Serializable", "Comparable", "Cloneable", "Persistable", "PanacheEntity", "PanacheEntityBase");

    private static final Set<String> TIME = Set.of(
            "acquired", "since", "at", "time", "timestamp", "date", "created", "granted", "start", "started", "begin");
    static final Set<String> EXPIRY = Words.set("""
            expire expires expired expiry expiration exp until timeout ttl lease leased deadline heartbeat seen
            renewed renew ping valid alive end ends refresh refreshed touched updated update modified last
            duration max access accessed""");

    /**
     * A table of locks.
     *
     * @param mapped whether an entity maps it
     */
    record Table(String name, String key, List<Column> columns, boolean mapped, Place place) {
        boolean has(Set<String> words) {
            return columns.stream().anyMatch(column -> Words.has(column.name(), words));
        }

        boolean hasOwner() {
            return has(OWNER)
                    || columns.stream().anyMatch(column -> column.name().endsWith("by"));
        }

        /** Returns whether a column can only be the owner of the lock. */
        boolean surelyHasOwner() {
            return has(SURE_OWNER) || (has(PERSON) && has(SURE_RESOURCE)) || hasTaker();
        }

        /** Returns whether a column such as {@code locked_by} says who took the lock. */
        private boolean hasTaker() {
            return columns.stream().anyMatch(column -> {
                List<String> words = Words.of(column.name());
                return words.contains("by")
                        && Words.has(column.name(), "locked", "acquired", "held", "taken", "checked");
            });
        }

        /** Returns whether it forbids an action, rather than showing an edit in progress. */
        boolean forbids() {
            return has(FORBIDDING) || (Words.has(name, PEOPLE) && !isOfEdits());
        }

        /**
         * Returns whether its locks are edits in progress, although its name may be about people. An account of a bank is
         * edited; one to sign in with is blocked, and may also say by whom.
         */
        private boolean isOfEdits() {
            boolean ofLock = columns.stream()
                    .anyMatch(
                            column -> Words.has(column.name(), "lock") && Words.has(column.name(), "owner", "holder"));
            return ofLock || (hasTaker() && !Words.has(name, BLOCKING) && !has(BLOCKING));
        }

        boolean hasTime() {
            return has(TIME) || has(Set.of("locked"));
        }

        /** Returns whether rows could be ended by their age. */
        boolean hasAge() {
            return has(TIME);
        }

        boolean hasExpiry() {
            return has(EXPIRY);
        }

        List<Column> expiry() {
            return columns.stream()
                    .filter(column -> Words.has(column.name(), EXPIRY))
                    .toList();
        }
    }

    private final Map<String, Table> byKey = new LinkedHashMap<>();

    LockTables(Project project) {
        for (SqlStatement statement : project.statements()) {
            if (statement.kind() == Kind.CREATE) {
                add(statement.table(), statement.columns(), false, statement.place());
            }
        }
        for (TypeFacts type : project.types()) {
            if (type.marked("Entity")) {
                entity(type);
            }
        }
        for (SqlStatement statement : project.statements()) {
            Table table = byKey.get(Words.key(statement.table()));
            if (statement.kind() == Kind.ALTER && table != null) {
                List<Column> more = new ArrayList<>(table.columns());
                more.addAll(statement.columns());
                byKey.put(table.key(), new Table(table.name(), table.key(), more, table.mapped(), table.place()));
            }
        }
    }

    private void entity(TypeFacts type) {
        String table = type.mark("Table")
                .map(mark -> mark.value("name"))
                .filter(name -> !name.isEmpty())
                .orElse(type.name());
        List<Column> columns = new ArrayList<>();
        for (FieldFacts field : type.fields()) {
            if (!field.isStatic()) {
                String name = field.marks().stream()
                        .filter(mark -> mark.name().equals("Column"))
                        .map(mark -> mark.value("name"))
                        .filter(said -> !said.isEmpty())
                        .findFirst()
                        .orElse(field.name());
                columns.add(new Column(name, field.type().simple()));
            }
        }
        if (type.supers().stream().allMatch(above -> PLAIN.contains(above.simple()))) {
            add(table, columns, true, type.place()); // else it may inherit what it seems to lack
        }
    }

    private void add(String name, List<Column> columns, boolean mapped, Place place) {
        Table table = new Table(name, Words.key(name), columns, mapped, place);
        boolean lock = Records.isLock(name) || (Words.has(name, "checkout", "checkouts") && table.surelyHasOwner());
        if (lock && !Words.has(name, ABOUT_LOCKS) && table.has(RESOURCE) && columns.size() > 1) {
            byKey.putIfAbsent(table.key(), table);
        }
    }

    /** Returns a table that is created elsewhere, as far as an insert shows it. */
    static Table inserted(SqlStatement insert) {
        return new Table(insert.table(), Words.key(insert.table()), insert.columns(), false, insert.place());
    }

    List<Table> all() {
        return List.copyOf(byKey.values());
    }

    boolean knows(String table) {
        return byKey.containsKey(Words.key(table));
    }
}
