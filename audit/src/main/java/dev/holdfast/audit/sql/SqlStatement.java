package dev.holdfast.audit.sql;

import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.base.Words;
import java.util.List;

/**
 * What a statement does to which table.
 *
 * @param table as it is written; empty if it could not be made out
 * @param columns those that are made, added, inserted or set
 * @param where its condition, in lower case; empty if it has none
 * @param text all of it in lower case, blanks and comments made one blank
 */
public record SqlStatement(
        Kind kind, String table, List<Column> columns, String where, String text, boolean rowLock, Place place) {

    /** What it does. */
    public enum Kind {
        SELECT,
        INSERT,
        UPDATE,
        DELETE,
        CREATE,
        ALTER,
        /** Ends a transaction. */
        END,
        /** Of those that say how long to wait. */
        OTHER
    }

    /**
     * A column of a table.
     *
     * @param definition what follows the name, in lower case; what it is set to, in an update
     */
    public record Column(String name, String definition) {}

    public SqlStatement {
        columns = List.copyOf(columns);
    }

    /** Whether it changes rows that are there. */
    public boolean changes() {
        return kind == Kind.UPDATE || kind == Kind.DELETE;
    }

    /** Whether it is about that table; of a name whose beginning is put in later, the rest counts. */
    public boolean isAbout(String key) {
        String own = Words.key(table);
        return own.equals(key) || (table.contains("?") && !own.isEmpty() && key.endsWith(own));
    }
}
