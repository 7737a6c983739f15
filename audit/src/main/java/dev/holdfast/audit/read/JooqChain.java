package dev.holdfast.audit.read;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statement that a chain of jOOQ's calls builds, as SQL: {@code dsl.selectFrom(TRIP).forUpdate()}. It is recognised by its
 * verbs and by a table that is a constant.
 */
final class JooqChain {
    private static final Pattern TABLE = Pattern.compile("(?:[\\w.]+\\.)?([A-Z][A-Z0-9_]*)");
    private static final Pattern CONDITION = Pattern.compile("(?:[\\w.]+\\.)?([A-Z][A-Z0-9_]*)\\.(\\w+)\\((.*)\\)");
    private static final Set<String> TABLE_VERBS =
            Set.of("selectFrom", "from", "update", "insertInto", "deleteFrom", "delete", "mergeInto");

    private final StringBuilder begin = new StringBuilder();
    private final List<String> assigned = new ArrayList<>();
    private final List<String> conditions = new ArrayList<>();
    private final StringBuilder end = new StringBuilder();
    private String table = "";
    private int line;

    private JooqChain() {}

    /** A statement and the line of its verb. */
    record Statement(String sql, int line) {}

    /** Returns the statement of the whole chain that ends with this call, if it is one of jOOQ. */
    static Optional<Statement> read(MethodCallExpr last) {
        if (!runs(last)) {
            return Optional.empty();
        }
        List<MethodCallExpr> calls = new ArrayList<>();
        Optional<Expression> at = Optional.of(last);
        while (at.isPresent() && at.get() instanceof MethodCallExpr call) {
            calls.add(0, call);
            at = call.getScope();
        }
        JooqChain chain = new JooqChain();
        calls.forEach(chain::add);
        return chain.statement();
    }

    private static boolean runs(MethodCallExpr call) {
        String name = call.getNameAsString();
        return call.getScope().isPresent()
                && (name.startsWith("execute") || name.startsWith("fetch") || name.equals("stream"));
    }

    private void add(MethodCallExpr call) {
        String name = call.getNameAsString();
        if (TABLE_VERBS.contains(name) && !call.getArguments().isEmpty() && table.isEmpty()) {
            table(call, name);
        } else if (!table.isEmpty()) {
            clause(call, name);
        }
    }

    private void table(MethodCallExpr call, String verb) {
        Matcher named = TABLE.matcher(call.getArgument(0).toString());
        if (!named.matches()) {
            return;
        }
        table = named.group(1);
        line = Marks.line(call.getName());
        begin.append(
                switch (verb) {
                    case "selectFrom", "from" -> "select * from ";
                    case "update" -> "update ";
                    case "delete", "deleteFrom" -> "delete from ";
                    default -> "insert into ";
                });
        if (verb.equals("insertInto")) {
            call.getArguments().stream().skip(1).forEach(each -> assigned.add(column(each)));
        }
    }

    private void clause(MethodCallExpr call, String name) {
        List<Expression> given = call.getArguments();
        switch (name) {
            case "set" -> {
                if (given.size() == 2) {
                    assigned.add(column(given.get(0)) + (isInsert() ? "" : " = " + value(given.get(1))));
                }
            }
            case "columns" -> given.forEach(each -> assigned.add(column(each)));
            case "where", "and" -> given.forEach(each -> conditions.add(condition(each)));
            case "orderBy" -> end.append(" order by ?");
            case "limit" -> end.append(" limit ").append(given.isEmpty() ? "?" : value(given.get(0)));
            case "forUpdate" -> end.append(" for update");
            case "forNoKeyUpdate" -> end.append(" for no key update");
            case "noWait" -> end.append(" nowait");
            case "skipLocked" -> end.append(" skip locked");
            case "wait" -> end.append(" wait ").append(given.isEmpty() ? "?" : value(given.get(0)));
            default -> {}
        }
    }

    private boolean isInsert() {
        return begin.toString().startsWith("insert");
    }

    private static String column(Expression expression) {
        Matcher named = TABLE.matcher(expression.toString());
        return named.matches() ? named.group(1).toLowerCase(Locale.ROOT) : "?";
    }

    private static String value(Expression expression) {
        String text = expression.toString();
        boolean literal = text.matches("true|false|-?\\d{1,9}");
        return literal ? text : text.matches("\"[\\w ]*\"") ? text.replace('"', '\'') : "?";
    }

    private static String condition(Expression expression) {
        if (!(expression instanceof MethodCallExpr call)) {
            return "?";
        }
        if (Set.of("and", "or").contains(call.getNameAsString())
                && call.getScope().isPresent()
                && call.getArguments().size() == 1) {
            return condition(call.getScope().get()) + " " + call.getNameAsString() + " "
                    + condition(call.getArgument(0));
        }
        Matcher compared = CONDITION.matcher(call.toString());
        if (!compared.matches()) {
            return "?";
        }
        String value = call.getArguments().isEmpty() ? "?" : value(call.getArgument(0));
        return compared.group(1).toLowerCase(Locale.ROOT)
                + switch (compared.group(2)) {
                    case "eq", "equal" -> " = " + value;
                    case "ne", "notEqual" -> " <> " + value;
                    case "in" -> " in (?)";
                    case "lt", "le", "lessThan", "lessOrEqual" -> " < " + value;
                    case "gt", "ge", "greaterThan", "greaterOrEqual" -> " > " + value;
                    case "between" -> " between ? and ?";
                    case "isNull" -> " is null";
                    case "isTrue" -> " = true";
                    case "isFalse" -> " = false";
                    default -> " ?";
                };
    }

    private Optional<Statement> statement() {
        if (table.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder sql = new StringBuilder(begin).append(table.toLowerCase(Locale.ROOT));
        if (isInsert()) {
            sql.append(" (").append(String.join(", ", assigned)).append(") values (?)");
        } else if (begin.toString().startsWith("update")) {
            if (assigned.isEmpty()) {
                return Optional.empty();
            }
            sql.append(" set ").append(String.join(", ", assigned));
        }
        if (!conditions.isEmpty()) {
            sql.append(" where ").append(String.join(" and ", conditions));
        }
        return Optional.of(new Statement(sql.append(end).toString(), line));
    }
}
