package dev.holdfast.store.sql;

/**
 * The place of locks in the application's own database. Immutable; each method returns a changed copy.
 *
 * @param schema that has the tables
 * @param migrate whether to make or update the tables; if not, the administrator of the database applies {@code docs/sql}
 */
public record SqlOptions(String schema, boolean migrate) {
    public static final SqlOptions DEFAULT = new SqlOptions("holdfast", true);

    public SqlOptions schema(String newSchema) {
        return new SqlOptions(newSchema, migrate);
    }

    public SqlOptions migrate(boolean newMigrate) {
        return new SqlOptions(schema, newMigrate);
    }
}
