package dev.holdfast.audit.sql;

import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.names.Words;
import dev.holdfast.audit.sql.SqlStatement.Column;
import dev.holdfast.audit.sql.SqlStatement.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses one statement. It skips parts that it does not understand. */
public final class SqlParser {
    private static final String NAME = "([\\w$.\"`\\[\\]?#%]+)";
    private static final Pattern START = Pattern.compile(
            "\\b(create\\s+(?:or\\s+replace\\s+)?(?:(?:global|local|unlogged|temporary|temp|cached)\\s+)*table"
                    + "|alter\\s+table|insert\\s+(?:ignore\\s+)?into|merge\\s+into|update|delete|select)\\b");
    /** A parameter of MyBatis, or an expression of Spring. */
    private static final Pattern PARAMETER = Pattern.compile("[#$]\\{[^{}]*\\}");

    private static final Pattern ENDING = Pattern.compile("^(commit|rollback)\\b");
    private static final Pattern OTHER = Pattern.compile("^(set|waitfor|call|exec|do|perform)\\b");
    private static final Pattern CREATE =
            Pattern.compile("create\\b[^(]*?\\btable\\s+(?:if\\s+not\\s+exists\\s+)?" + NAME + "\\s*\\(");
    private static final Pattern ALTER =
            Pattern.compile("alter\\s+table\\s+(?:if\\s+exists\\s+)?(?:only\\s+)?" + NAME + "\\s+(.*)");
    private static final Pattern ADD =
            Pattern.compile("\\badd\\s+(?:column\\s+)?(?:if\\s+not\\s+exists\\s+)?\\(?\\s*" + NAME + "\\s+([^,]*)");
    private static final Pattern INSERT =
            Pattern.compile("(?:insert\\s+(?:ignore\\s+)?|merge\\s+)into\\s+" + NAME + "\\s*(?:\\(([^)]*)\\))?");
    private static final Pattern UPDATE =
            Pattern.compile("update\\s+(?:only\\s+)?" + NAME + "\\s+(?:(?:as\\s+)?\\w+\\s+)?set\\b(.*)");
    private static final Pattern DELETE = Pattern.compile("delete\\s+(?:from\\s+)?" + NAME + "(.*)");
    private static final Pattern FROM = Pattern.compile("\\bfrom\\s+" + NAME);
    private static final Pattern WHERE = Pattern.compile("\\bwhere\\b(.*)");
    private static final Pattern ROW_LOCK = Pattern.compile(
            "\\bfor\\s+(no\\s+key\\s+)?update\\b|\\bwith\\s*\\(\\s*(rowlock\\s*,\\s*)?(updlock|xlock)|\\block\\s+in\\s+share\\s+mode\\b");
    private static final Set<String> NO_COLUMN = Words.set("""
            primary unique constraint foreign key index check exclude like period fulltext""");

    private SqlParser() {}

    /** Returns empty if it is no statement about rows or tables. */
    public static Optional<SqlStatement> parse(String statement, Place place) {
        String text = PARAMETER
                .matcher(statement)
                .replaceAll("?")
                .toLowerCase(Locale.ROOT)
                .replaceAll("\\s+", " ")
                .strip();
        if (ENDING.matcher(text).find()) {
            return Optional.of(new SqlStatement(Kind.END, "", List.of(), "", text, false, place));
        }
        Matcher start = START.matcher(text);
        if (!start.find()) {
            return OTHER.matcher(text).find()
                    ? Optional.of(new SqlStatement(Kind.OTHER, "", List.of(), "", text, false, place))
                    : Optional.empty();
        }
        String body = text.substring(start.start());
        return switch (start.group(1).substring(0, 3)) {
            case "cre" -> created(body, place);
            case "alt" -> altered(body, place);
            case "ins", "mer" -> inserted(body, place);
            case "upd" -> updated(body, place);
            case "del" -> deleted(body, place);
            default -> selected(body, place);
        };
    }

    private static Optional<SqlStatement> created(String text, Place place) {
        Matcher create = CREATE.matcher(text);
        if (!create.find()) {
            return Optional.empty();
        }
        List<Column> columns = new ArrayList<>();
        for (String item : items(text, create.end())) {
            String[] parts = item.strip().split(" ", 2);
            String name = plain(parts[0]);
            if (!name.isEmpty() && !NO_COLUMN.contains(name) && parts.length > 1) {
                columns.add(new Column(name, parts[1].strip()));
            }
        }
        return Optional.of(new SqlStatement(Kind.CREATE, plain(create.group(1)), columns, "", text, false, place));
    }

    /** Returns the parts between commas up to the closing parenthesis. */
    private static List<String> items(String text, int from) {
        List<String> items = new ArrayList<>();
        int depth = 1;
        int begin = from;
        for (int i = from; i < text.length() && depth > 0; i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0 || (c == ',' && depth == 1)) {
                items.add(text.substring(begin, i));
                begin = i + 1;
            }
        }
        return items;
    }

    private static Optional<SqlStatement> altered(String text, Place place) {
        Matcher alter = ALTER.matcher(text);
        if (!alter.find()) {
            return Optional.empty();
        }
        List<Column> columns = new ArrayList<>();
        Matcher add = ADD.matcher(alter.group(2));
        while (add.find()) {
            String name = plain(add.group(1));
            if (!NO_COLUMN.contains(name)) {
                columns.add(new Column(name, add.group(2)));
            }
        }
        return Optional.of(new SqlStatement(Kind.ALTER, plain(alter.group(1)), columns, "", text, false, place));
    }

    private static Optional<SqlStatement> inserted(String text, Place place) {
        Matcher insert = INSERT.matcher(text);
        if (!insert.find()) {
            return Optional.empty();
        }
        List<Column> columns = new ArrayList<>();
        String listed = insert.group(2);
        if (listed != null) {
            for (String name : listed.split(",", -1)) {
                if (!name.isBlank()) {
                    columns.add(new Column(plain(name.strip()), ""));
                }
            }
        }
        return Optional.of(new SqlStatement(Kind.INSERT, plain(insert.group(1)), columns, "", text, false, place));
    }

    private static Optional<SqlStatement> updated(String text, Place place) {
        Matcher update = UPDATE.matcher(text);
        if (!update.lookingAt()) {
            return Optional.empty();
        }
        String rest = update.group(2);
        Matcher where = WHERE.matcher(rest);
        String set = where.find() ? rest.substring(0, where.start()) : rest;
        List<Column> columns = new ArrayList<>();
        for (String part : items(set + ")", 0)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                columns.add(new Column(
                        plain(part.substring(0, equals).strip()),
                        part.substring(equals + 1).strip()));
            }
        }
        return Optional.of(
                new SqlStatement(Kind.UPDATE, plain(update.group(1)), columns, where(rest), text, false, place));
    }

    private static Optional<SqlStatement> deleted(String text, Place place) {
        Matcher delete = DELETE.matcher(text);
        if (!delete.lookingAt()) {
            return Optional.empty();
        }
        return Optional.of(new SqlStatement(
                Kind.DELETE, plain(delete.group(1)), List.of(), where(delete.group(2)), text, false, place));
    }

    private static Optional<SqlStatement> selected(String text, Place place) {
        Matcher from = FROM.matcher(text);
        String table = from.find() ? plain(from.group(1)) : "";
        boolean rowLock = ROW_LOCK.matcher(text).find();
        return Optional.of(new SqlStatement(Kind.SELECT, table, List.of(), where(text), text, rowLock, place));
    }

    private static String where(String text) {
        Matcher where = WHERE.matcher(text);
        return where.find() ? where.group(1).strip() : "";
    }

    /** Returns a name without quotes and qualifier; {@code ?} for a part that is filled in later. */
    private static String plain(String name) {
        String bare = name.replaceAll("[\"`\\[\\]]", "").replace("%s", "?");
        return bare.substring(bare.lastIndexOf('.') + 1);
    }
}
