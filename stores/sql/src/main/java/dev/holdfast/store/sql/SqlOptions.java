package dev.holdfast.store.sql;

/**
 * The place of locks in the application's own database. Immutable; each method returns a changed copy.
 *
 * @param schema that has the tables
 * @param migrate whether to make or update the tables; if not, the administrator of the database applies {@code docs/sql}
 */
public record SqlOptions(String schema, boolean migrate) {
    /** The schema {@code holdfast}, with tables that are made on demand. */
    public static final SqlOptions DEFAULT = new SqlOptions("holdfast", true);

    /** Returns a copy with another schema. */
    public SqlOptions schema(String newSchema) {
        return new SqlOptions(newSchema, migrate);
    }

    /** Returns a copy that makes or updates the tables, or does not. */
    public SqlOptions migrate(boolean newMigrate) {
        return new SqlOptions(schema, newMigrate);
    }
}
