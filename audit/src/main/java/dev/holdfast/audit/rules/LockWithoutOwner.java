package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.names.Words;
import dev.holdfast.audit.sql.SqlStatement;
import dev.holdfast.audit.sql.SqlStatement.Column;
import dev.holdfast.audit.sql.SqlStatement.Kind;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Lock tables without an owner, and flags that say that something is locked but not by whom. */
final class LockWithoutOwner implements Check {
    private static final Set<String> FLAG = Set.of("locked", "lock", "editing", "checkedout");
    private static final Pattern SET =
            Pattern.compile("(true|1|'[yt]'|'true'|'locked'|now\\(\\)|current_timestamp|sysdate)\\b?.*");

    @Override
    public void look(Project project, Consumer<Finding> found) {
        LockTables tables = new LockTables(project);
        for (LockTables.Table table : tables.all()) {
            if (!table.hasOwner() && (table.hasTime() || table.hasExpiry()) && !table.forbids()) {
                tell(table.place(), table.name() + " has no column for who holds a lock.", found);
            }
        }
        for (SqlStatement statement : project.statements()) {
            if (statement.kind() == Kind.UPDATE) {
                flag(statement, found);
            } else if (statement.kind() == Kind.INSERT && !tables.knows(statement.table())) {
                insert(statement, found);
            }
        }
        for (TypeFacts type : project.types()) {
            for (MethodFacts method : type.methods()) {
                method.calls()
                        .filter(call -> sets(call, method, project))
                        .forEach(call -> tell(
                                call.place(),
                                call.type().simple() + " says that it is locked, but not by whom.",
                                found));
            }
        }
    }

    private static void tell(Place place, String sentence, Consumer<Finding> found) {
        found.accept(new Finding(Rule.LOCK_WITHOUT_OWNER, place, sentence, List.of()));
    }

    /** {@code update article set locked = true where id = ? and locked = false}: acquired if free, without an owner. */
    private static void flag(SqlStatement statement, Consumer<Finding> found) {
        for (Column column : statement.columns()) {
            boolean taken = Words.has(column.name(), FLAG)
                    && !Words.has(column.name(), "version", "count")
                    && SET.matcher(column.definition()).matches();
            boolean ifFree = statement
                    .where()
                    .matches(
                            ".*\\b" + Pattern.quote(column.name())
                                    + "\\s*(=\\s*(false|0|'n'|'f'|'false'|'unlocked')|is\\s+(null|false|not\\s+true)|<>\\s*(true|1)).*");
            if (taken && ifFree && !namesOwner(statement) && !Words.has(statement.table(), LockTables.PEOPLE)) {
                tell(
                        statement.place(),
                        statement.table() + "." + column.name() + " says that it is locked, but not by whom.",
                        found);
            }
        }
    }

    private static boolean namesOwner(SqlStatement statement) {
        return statement.columns().stream()
                .anyMatch(each ->
                        Words.has(each.name(), LockTables.OWNER) || each.name().endsWith("by"));
    }

    private static void insert(SqlStatement statement, Consumer<Finding> found) {
        LockTables.Table table = LockTables.inserted(statement);
        if (Records.isLock(table.name())
                && table.columns().size() > 1
                && !table.hasOwner()
                && (table.hasTime() || table.hasExpiry())
                && !table.forbids()) {
            tell(table.place(), "A lock is put into " + table.name() + " without a word on who holds it.", found);
        }
    }

    /** Returns whether it is {@code article.setLocked(true)} after a check of {@code article.isLocked()}. */
    private static boolean sets(Call call, MethodFacts method, Project project) {
        if (!call.name().matches("set(Is)?(Locked|CheckedOut|Editing)")
                || !call.given().equals("true")) {
            return false;
        }
        boolean asked = method.calls()
                .anyMatch(each -> each.receiver().equals(call.receiver())
                        && each.name().matches("(is|get)(Locked|CheckedOut|Editing)"));
        TypeFacts entity = project.type(call.type().simple());
        return asked
                && entity != null
                && entity.marked("Entity")
                && !Words.has(entity.name(), LockTables.PEOPLE)
                && entity.fields().stream().noneMatch(field -> isOwner(field.name()));
    }

    private static boolean isOwner(String field) {
        boolean ofLock = Words.has(field, "lock", "locked") && Words.has(field, LockTables.OWNER);
        return ofLock || Words.has(field, "by", "holder", "editor", "picker", "locker");
    }
}
