package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.audit.code.Argument;
import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.Setting;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.code.TypeName;
import dev.holdfast.audit.names.Words;
import dev.holdfast.audit.sql.SqlStatement;
import dev.holdfast.audit.sql.SqlStatement.Column;
import dev.holdfast.audit.sql.SqlStatement.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Tables of locks that nothing ends by time, and sessions that never end although locks end with them. */
final class LockWithoutTimeout implements Check {
    private static final Set<String> SESSION_TIMEOUTS = Set.of(
            "server.servlet.session.timeout", "server.session.timeout", "spring.session.timeout", "web.sessiontimeout");

    private static final Pattern OF_SESSION =
            Pattern.compile("references\\s+\\S*(session|client|instance|node|connection)");

    @Override
    public void look(Project project, Consumer<Finding> found) {
        List<SqlStatement> statements = project.statements();
        for (LockTables.Table table : new LockTables(project).all()) {
            if (!table.surelyHasOwner() || table.forbids()) {
                continue; // another mistake, or none
            }
            if (!table.hasExpiry()
                    && isUsed(table, statements)
                    && !isSwept(table, statements, project)
                    && !endsWithOwner(table, statements)) {
                tell(
                        table.place(),
                        table.name() + " has no column that says until when a lock is held,"
                                + " and nothing takes old ones away.",
                        found);
            } else if (table.hasExpiry()) {
                unlooked(table, statements, project, found);
            }
        }
        inserted(project, statements, found);
        sessions(project, found);
    }

    private static void tell(Place place, String sentence, Consumer<Finding> found) {
        found.accept(new Finding(Rule.LOCK_WITHOUT_TIMEOUT, place, sentence, List.of()));
    }

    /** Returns whether code that could delete old rows is visible; for a table without an age there is none. */
    private static boolean isUsed(LockTables.Table table, List<SqlStatement> statements) {
        return table.mapped()
                || !table.hasAge()
                || statements.stream()
                        .anyMatch(each ->
                                each.isAbout(table.key()) && each.kind() != Kind.CREATE && each.kind() != Kind.ALTER);
    }

    /** Returns whether a statement or query uses the age of the rows. */
    private static boolean isSwept(LockTables.Table table, List<SqlStatement> statements, Project project) {
        Records records = new Records(project);
        String entity = records.ofTable(table.name());
        boolean bySql = statements.stream()
                .filter(statement -> statement.isAbout(table.key()) || statement.isAbout(entity))
                .anyMatch(statement -> statement.where().matches(".*[<>].*|.*\\bbetween\\b.*|.*interval.*"));
        return bySql
                || project.types().stream()
                        .filter(type -> records.ofRepository(TypeName.named(type.name()))
                                .equals(entity))
                        .flatMap(type -> type.methods().stream())
                        .anyMatch(method -> Words.has(method.name(), "before", "less", "older", "expired", "stale"));
    }

    /** Returns whether its owners are in a separate table with their expiry. */
    private static boolean endsWithOwner(LockTables.Table table, List<SqlStatement> statements) {
        if (table.columns().stream()
                .anyMatch(column -> OF_SESSION.matcher(column.definition()).find())) {
            return true;
        }
        List<String> owners = table.columns().stream()
                .flatMap(column -> Words.of(column.name()).stream())
                .filter(LockTables.OWNER::contains)
                .toList();
        return statements.stream()
                .filter(each -> each.kind() == Kind.CREATE && !each.isAbout(table.key()))
                .filter(each -> Words.has(each.table(), owners))
                .anyMatch(each ->
                        each.columns().stream().anyMatch(column -> Words.has(column.name(), LockTables.EXPIRY)));
    }

    /** Reports an expiry that is written, but never read. */
    private static void unlooked(
            LockTables.Table table, List<SqlStatement> statements, Project project, Consumer<Finding> found) {
        Optional<SqlStatement> insert = statements.stream()
                .filter(statement -> statement.kind() == Kind.INSERT && statement.isAbout(table.key()))
                .findFirst();
        boolean looked = table.expiry().stream().anyMatch(column -> isLookedAt(column, table, statements, project));
        if (insert.isPresent() && !looked) {
            tell(
                    table.place(),
                    table.name() + " says until when a lock is held ("
                            + table.expiry().get(0).name() + "), but no code reads it: no lock ever expires.",
                    found);
        }
    }

    private static boolean isLookedAt(
            Column column, LockTables.Table table, List<SqlStatement> statements, Project project) {
        String name = column.name().toLowerCase(Locale.ROOT);
        String squeezed = squeezed(name);
        for (SqlStatement statement : statements) {
            if (!statement.isAbout(table.key())) {
                continue;
            }
            boolean reads = statement.kind() == Kind.SELECT
                    ? statement.text().contains(name) || statement.text().contains("*")
                    : statement.where().contains(name);
            if (reads) {
                return true;
            }
        }
        return project.types().stream()
                .flatMap(type -> type.methods().stream())
                .anyMatch(method -> squeezed(method.name()).contains(squeezed)
                        || method.calls().anyMatch(call -> reads(call, name, squeezed)));
    }

    private static boolean reads(Call call, String name, String squeezed) {
        return (squeezed(call.name()).contains(squeezed) && !call.name().startsWith("set"))
                || call.arguments().stream().anyMatch(argument -> isPlainName(argument, name));
    }

    /** Returns whether it is the name in a call such as {@code rows.getTimestamp("expires_at")}. */
    private static boolean isPlainName(Argument argument, String name) {
        return argument.string().equalsIgnoreCase(name);
    }

    private static String squeezed(String name) {
        return String.join("", Words.of(name));
    }

    /** Reports tables that are created elsewhere, known from inserts. */
    private static void inserted(Project project, List<SqlStatement> statements, Consumer<Finding> found) {
        LockTables tables = new LockTables(project);
        statements.stream()
                .filter(each ->
                        each.kind() == Kind.INSERT && Records.isLock(each.table()) && !tables.knows(each.table()))
                .map(LockTables::inserted)
                .filter(table ->
                        table.columns().size() > 1 && table.surelyHasOwner() && !table.forbids() && !table.hasExpiry())
                .filter(table -> statements.stream()
                        .filter(each -> each.isAbout(table.key()))
                        .noneMatch(each -> Words.has(each.text(), LockTables.EXPIRY)
                                || each.where().matches(".*[<>].*")))
                .forEach(table -> tell(
                        table.place(),
                        "A lock is put into " + table.name()
                                + " without a word on when it ends, and nothing takes old ones away.",
                        found));
    }

    private static void sessions(Project project, Consumer<Finding> found) {
        if (!locksBySession(project)) {
            return;
        }
        for (Setting setting : project.settings()) {
            if (SESSION_TIMEOUTS.contains(setting.plainKey()) && setting.value().matches("(-\\d+|0)[a-z]*")) {
                tell(
                        setting.place(),
                        "Sessions never end (" + setting.key() + "=" + setting.value()
                                + "), so the locks that end with them do not either.",
                        found);
            }
        }
        for (TypeFacts type : project.types()) {
            for (MethodFacts method : type.methods()) {
                method.calls()
                        .filter(call -> call.name().equals("setMaxInactiveInterval")
                                && call.given().matches("-\\d+|0"))
                        .forEach(call -> tell(
                                call.place(),
                                "This session never ends, so the locks that end with it do" + " not either.",
                                found));
            }
        }
    }

    /** Returns whether the owners of locks are HTTP sessions. */
    private static boolean locksBySession(Project project) {
        return project.types().stream()
                .flatMap(type -> type.methods().stream())
                .flatMap(MethodFacts::calls)
                .anyMatch(call -> LockCalls.concerns(call)
                        && call.arguments().stream().anyMatch(argument -> Words.has(argument.text(), "session")));
    }
}
