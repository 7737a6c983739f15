package dev.holdfast.store.sql.shared;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A statement whose parameters have names, such as {@code :kind}, and may occur several times. */
public final class NamedSql {
    // Two colons are PostgreSQL's way to say a type.
    private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z]+)");

    private final String sql;
    private final List<String> names = new ArrayList<>();

    public NamedSql(String text) {
        Matcher parameters = PARAMETER.matcher(text);
        sql = parameters.replaceAll(found -> {
            names.add(found.group(1));
            return "?";
        });
    }

    /** Returns the statement with those values, ready to be executed. Values that it has no parameter for do not count. */
    public PreparedStatement prepare(Connection connection, Map<String, ?> values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < names.size(); i++) {
                statement.setObject(i + 1, values.get(names.get(i)));
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }
}
