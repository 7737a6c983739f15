package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.engines.MariaServer;
import dev.holdfast.session.StaleVersionException;
import dev.holdfast.session.VersionRow;
import dev.holdfast.session.VersionTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shared versions by plain JDBC, in the tables that {@code docs/sql} has for each database. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VersionTableTest {
    @TempDir
    private Path folder;

    private static String ddl(String database) throws IOException {
        return Files.readString(Path.of("../docs/sql/version-" + database + ".sql"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "sqlite"})
    void ddl_isOnTheClassPathToo(String database) throws IOException {
        assertThat(ddl(database))
                .isEqualTo(Files.readString(Path.of("src/main/resources/holdfast/version-" + database + ".sql")));
    }

    @Test
    @DisplayName("V3: version(id, value, modified_by, modified) on PostgreSQL")
    void postgresql() throws Exception {
        Postgres.server().execute("CREATE SCHEMA versions");
        try (Connection connection = Postgres.server().connect()) {
            connection.setSchema("versions");
            versions(connection, "postgresql");
        }
    }

    @Test
    @DisplayName("V3: the same on MariaDB")
    void mariadb() throws Exception {
        try (MariaServer server = MariaServer.quick(folder);
                Connection connection = server.connect()) {
            versions(connection, "mariadb");
        }
    }

    @Test
    @DisplayName("V3: the same on SQLite")
    void sqlite() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("app.db"))) {
            versions(connection, "sqlite");
        }
    }

    private static void versions(Connection connection, String database) throws IOException, SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(ddl(database));
            statement.execute(ddl(database)); // once more does no harm
        }
        connection.setAutoCommit(false);
        VersionTable table = new VersionTable(connection);
        Instant before = Instant.now().minusSeconds(1);
        long first = table.create("Anna");
        long second = table.create(null);
        assertThat(second).isNotEqualTo(first);
        connection.commit();
        table.increase(first, "Ben");
        table.increase(first, 1, "Ben");
        assertThat(table.find(first))
                .hasValueSatisfying(row -> assertThat(row.modified()).isAfter(before))
                .map(VersionRow::value)
                .contains(2L);
        assertThat(table.find(second)).map(VersionRow::modifiedBy).isEmpty();
        table.compareIncreased(first, 1);
        assertThatThrownBy(() -> table.increase(first, 1, "Anna"))
                .isInstanceOf(StaleVersionException.class)
                .hasMessageContaining("was 1 and is 2, changed by Ben at ");
        assertThatThrownBy(() -> table.compareIncreased(first, 0)).isInstanceOf(StaleVersionException.class);
        assertThatThrownBy(() -> table.increase(99, 1, "Anna")).hasMessageContaining("does not exist any more");
        connection.rollback();
        assertThat(table.find(first)).map(VersionRow::value).contains(0L);
        connection.rollback();
    }
}
