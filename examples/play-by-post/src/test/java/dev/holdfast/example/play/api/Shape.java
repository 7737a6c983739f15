package dev.holdfast.example.play.api;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a table is made, by what its driver says.
 *
 * @param primaryKey its columns, in order
 * @param indexes the columns of each, by its name
 * @param uniqueKeys the columns of each index that is unique
 * @param cascades each foreign key that deletes along: the column, and what it points to
 */
record Shape(
        List<String> columns,
        List<String> primaryKey,
        Map<String, String> indexes,
        List<String> uniqueKeys,
        List<String> cascades) {

    static Shape of(Tables tables, String table) throws SQLException {
        try (Connection connection = tables.connect()) {
            DatabaseMetaData data = connection.getMetaData();
            List<String> columns = new ArrayList<>();
            try (ResultSet found = data.getColumns(null, null, table, null)) {
                while (found.next()) {
                    columns.add(found.getString("COLUMN_NAME"));
                }
            }
            Map<Integer, String> primaryKey = new TreeMap<>();
            try (ResultSet found = data.getPrimaryKeys(null, null, table)) {
                while (found.next()) {
                    primaryKey.put(found.getInt("KEY_SEQ"), found.getString("COLUMN_NAME"));
                }
            }
            List<String> cascades = new ArrayList<>();
            try (ResultSet found = data.getImportedKeys(null, null, table)) {
                while (found.next()) {
                    if (found.getInt("DELETE_RULE") == DatabaseMetaData.importedKeyCascade) {
                        cascades.add(found.getString("FKCOLUMN_NAME") + " " + found.getString("PKTABLE_NAME") + "."
                                + found.getString("PKCOLUMN_NAME"));
                    }
                }
            }
            return new Shape(
                    columns,
                    List.copyOf(primaryKey.values()),
                    indexes(data, table, false),
                    List.copyOf(indexes(data, table, true).values()),
                    cascades);
        }
    }

    private static Map<String, String> indexes(DatabaseMetaData data, String table, boolean unique)
            throws SQLException {
        Map<String, String> indexes = new TreeMap<>();
        try (ResultSet found = data.getIndexInfo(null, null, table, unique, false)) {
            while (found.next()) {
                String name = found.getString("INDEX_NAME");
                if (name != null && !(unique && found.getBoolean("NON_UNIQUE"))) {
                    indexes.merge(name, found.getString("COLUMN_NAME"), (a, b) -> a + ", " + b);
                }
            }
        }
        return indexes;
    }
}
