package dev.holdfast.audit.sql;

import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.names.Words;
import java.util.List;

/**
 * The effect of a statement on a table.
 *
 * @param table the name in the source; empty if unknown
 * @param columns the columns that are created, added, inserted or set
 * @param where the condition in lower case; empty if there is none
 * @param text the statement in lower case, with one blank for blanks and comments
 */
public record SqlStatement(
        Kind kind, String table, List<Column> columns, String where, String text, boolean rowLock, Place place) {

    /** The kind of statement. */
    public enum Kind {
        SELECT,
        INSERT,
        UPDATE,
        DELETE,
        CREATE,
        ALTER,
        /** Ends a transaction. */
        END,
        /** A statement that sets a timeout. */
        OTHER
    }

    /**
     * A column of a table.
     *
     * @param definition the text after the name, in lower case; in an update the new value
     */
    public record Column(String name, String definition) {}

    public SqlStatement {
        columns = List.copyOf(columns);
    }

    /** Returns whether it changes existing rows. */
    public boolean changes() {
        return kind == Kind.UPDATE || kind == Kind.DELETE;
    }

    /** Returns whether it is about a table. If the beginning of its name is filled in later, the rest counts. */
    public boolean isAbout(String key) {
        String own = Words.key(table);
        return own.equals(key) || (table.contains("?") && !own.isEmpty() && key.endsWith(own));
    }
}
