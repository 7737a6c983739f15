package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Phrase;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.Step;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.names.Words;
import dev.holdfast.audit.sql.SqlParser;
import dev.holdfast.audit.sql.SqlStatement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The records that one method reads and writes, and the locks that it takes. */
final class Access {
    private static final Set<String> WRITE =
            Set.of("save", "update", "delete", "remove", "merge", "modify", "set", "change", "replace");
    private static final Set<String> LOAD =
            Set.of("find", "get", "load", "read", "fetch", "require", "select", "lookup", "query", "by");
    private static final Set<String> MAKING = Words.set("""
            create add insert register import new copy clone duplicate seed init initialize populate migrate
            generate setup persist restore""");
    private static final Set<String> MAKER = Set.of(
            "importer", "seeder", "migration", "loader", "initializer", "fixture", "bootstrap", "installer", "setup");

    private static final Set<String> GENERIC = Words.set("""
            id ids key pk uuid get entity record object obj domain it each resource value of string to long""");

    /** A change of existing records. */
    record Write(String key, Place place, boolean byVersion, boolean bySql) {}

    private final TypeFacts type;
    private final MethodFacts method;
    private final Records records;
    private final List<Write> writes = new ArrayList<>();
    private final Set<String> loads = new LinkedHashSet<>();
    private final Set<String> rowLocks = new LinkedHashSet<>();
    private final List<Call> guards = new ArrayList<>();
    private final Set<String> loadedInto = new HashSet<>();

    Access(TypeFacts type, MethodFacts method, Records records) {
        this.type = type;
        this.method = method;
        this.records = records;
        for (Step step : method.steps()) {
            if (step instanceof Call call) {
                look(call);
            } else if (step instanceof Phrase phrase) {
                SqlParser.parse(phrase.text(), phrase.place()).ifPresent(this::look);
            }
        }
    }

    TypeFacts type() {
        return type;
    }

    MethodFacts method() {
        return method;
    }

    List<Write> writes() {
        return writes;
    }

    /** Returns the types that it loads under a row lock of the database. */
    Set<String> rowLocks() {
        return rowLocks;
    }

    Set<String> loads() {
        return loads;
    }

    private void look(Call call) {
        if ((LockCalls.takes(call) || LockCalls.checks(call))
                && !call.arguments().isEmpty()) {
            guards.add(call);
        }
        if (Records.ENTITY_MANAGERS.contains(call.type().simple())) {
            managed(call);
            return;
        }
        if (!records.ofActiveRecord(call.type()).isEmpty()) {
            active(call, records.ofActiveRecord(call.type()));
            return;
        }
        String key = records.ofRepository(call.type());
        if (key.isEmpty()) {
            if (setsLoaded(call) && !call.type().simple().isEmpty()) {
                write(Words.key(call.type().simple()), call.place(), false, false);
            }
            return;
        }
        MethodFacts called = records.called(call);
        if (isPessimistic(call) || (called != null && Records.locksRows(called))) {
            rowLocks.add(key);
        }
        if (Words.begins(call.name(), LOAD)) {
            loads.add(key);
            loadedInto.add(call.result());
        } else if ((Words.begins(call.name(), WRITE) && !isMade(call))
                || (called != null && Records.changesRows(called))) {
            boolean byVersion =
                    called != null && Project.statements(called.marks()).anyMatch(Access::checksVersion);
            write(key, call.place(), byVersion, false);
        }
    }

    /** Returns whether it changes a record that was loaded in this transaction. */
    private boolean setsLoaded(Call call) {
        return call.name().startsWith("set") && loadedInto.contains(call.receiver()) && method.marked("Transactional");
    }

    private static boolean isPessimistic(Call call) {
        return call.given().contains("PESSIMISTIC") || call.given().contains("LockOptions.UPGRADE");
    }

    /** Adds a call of a record that loads and stores itself: {@code Seat.findById(id)}, {@code seat.persist()}. */
    private void active(Call call, String key) {
        boolean ofType = call.receiver().equals(call.type().simple());
        if (ofType && Words.begins(call.name(), LOAD)) {
            loads.add(key);
            loadedInto.add(call.result());
            if (isPessimistic(call)) {
                rowLocks.add(key);
            }
        } else if (ofType && Words.begins(call.name(), Set.of("update", "delete"))) {
            write(key, call.place(), false, true);
        } else if (setsLoaded(call)
                || (call.name().startsWith("persist") && loadedInto.contains(call.receiver()))
                || (call.name().equals("delete") && call.arguments().isEmpty())) {
            write(key, call.place(), false, false);
        }
    }

    /** Adds a call of an entity manager. */
    private void managed(Call call) {
        boolean pessimistic = isPessimistic(call);
        switch (call.name()) {
            case "find", "get", "load", "getReference", "byId" -> {
                String key = Records.ofArgument(call, 0);
                loads.add(key);
                loadedInto.add(call.result());
                if (pessimistic) {
                    rowLocks.add(key);
                }
            }
            case "lock", "refresh" -> {
                if (pessimistic) {
                    rowLocks.add(Records.ofArgument(call, 0));
                }
            }
            case "merge", "remove", "update", "saveOrUpdate", "delete" -> {
                if (!isMade(call)) {
                    if (isGiven(call)) {
                        loads.add(Records.ofArgument(call, 0)); // in an earlier request
                    }
                    write(Records.ofArgument(call, 0), call.place(), false, false);
                }
            }
            case "createNativeQuery", "createQuery", "createNamedQuery" -> loadedInto.add(call.result());
            default -> {}
        }
    }

    private void look(SqlStatement statement) {
        String key = records.ofTable(statement.table());
        if (statement.changes()) {
            write(key, statement.place(), checksVersion(statement), true);
        } else if (statement.kind() == SqlStatement.Kind.SELECT) {
            loads.add(key);
            if (statement.rowLock()) {
                rowLocks.add(key);
            }
        }
    }

    private static boolean checksVersion(SqlStatement statement) {
        return statement.where().matches(".*\\bversion\\s*=.*");
    }

    private void write(String key, Place place, boolean byVersion, boolean bySql) {
        if (!key.isEmpty()
                && !key.equals("?")
                && writes.stream().noneMatch(each -> each.place().equals(place))) {
            writes.add(new Write(key, place, byVersion, bySql));
        }
    }

    /** Returns whether the caller gives the record to be merged. */
    private boolean isGiven(Call call) {
        return call.name().equals("merge")
                && !call.arguments().isEmpty()
                && method.parameters().containsKey(call.arguments().get(0).text());
    }

    /** Returns whether the written record was created here, so that no other user can have locked it. */
    private boolean isMade(Call call) {
        if (Words.begins(method.name(), MAKING) || Words.has(type.name(), MAKER)) {
            return true;
        }
        return call.arguments().stream().anyMatch(argument -> {
            String origin = method.locals().getOrDefault(argument.text(), argument.text());
            return origin.contains("new ")
                    || origin.contains("builder(")
                    || origin.matches("(?s).*\\b(create|copy)\\w*\\(.*");
        });
    }

    /** Returns whether it takes or checks a lock on records of that type. */
    boolean guards(String key) {
        if (LockCalls.marked(method.marks())) {
            return method.marks().stream().filter(LockCalls::guards).anyMatch(mark -> names(mark.text(), key))
                    || touched().size() == 1;
        }
        if (guards.isEmpty()) {
            return false;
        }
        Set<String> named = new HashSet<>();
        for (String each : touched()) {
            if (guards.stream().anyMatch(guard -> names(guard.given() + " " + guard.name(), each))) {
                named.add(each);
            }
        }
        if (named.isEmpty() && guards.stream().anyMatch(Access::isById)) {
            return touched().size() == 1 || names(type.name(), key) || names(method.name(), key);
        }
        return named.contains(key);
    }

    /** Returns whether it locks an id without naming the type of its record. */
    private static boolean isById(Call guard) {
        return GENERIC.containsAll(Words.of(guard.arguments().get(0).text()));
    }

    private Set<String> touched() {
        Set<String> all = new HashSet<>(loads);
        writes.forEach(write -> all.add(write.key()));
        all.removeIf(key -> key.isEmpty() || Records.isLock(key));
        return all;
    }

    private static boolean names(String text, String key) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "").contains(key);
    }
}
