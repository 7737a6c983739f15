package dev.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.engines.MariaServer;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.engines.SqlServer;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that only look make no tables in a database that has none. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EmptyDatabaseTest {
    private static final List<String> LOOKS =
            List.of("status", "status x", "who x", "history", "guard x", "wait x --wait 0", "doctor");

    @TempDir
    private Path folder;

    @Test
    void postgres() throws Exception {
        PostgresServer server = PostgresServer.shared();
        server.execute("DROP SCHEMA IF EXISTS looking CASCADE");
        makesNothing(
                server,
                server.address() + "?schema=looking",
                "SELECT schema_name FROM information_schema.schemata WHERE schema_name = 'looking'");
        server.execute("DROP SCHEMA looking CASCADE");
    }

    @Test
    void mariadb() throws Exception {
        MariaServer server = MariaServer.shared();
        server.execute("DROP DATABASE IF EXISTS looking");
        server.execute("CREATE DATABASE looking");
        String address = server.address();
        makesNothing(
                server,
                address.substring(0, address.lastIndexOf('/')) + "/looking",
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'looking'");
        server.execute("DROP DATABASE looking");
    }

    private void makesNothing(SqlServer server, String address, String query) throws Exception {
        Files.createDirectories(folder.resolve(".git"));
        for (String line : LOOKS) {
            Done look = call(address, line);
            assertThat(look.code()).as(line + ": " + look.text()).isLessThan(2);
            assertThat(look.text()).doesNotContain("migrate=");
            assertThat(rows(server, query)).as(line).isEmpty();
        }
        assertThat(call(address, "acquire x").code()).isZero();
        assertThat(rows(server, query)).isNotEmpty();
        assertThat(call(address, "who x").text()).contains("x has been held by Ann");
        assertThat(call(address, "doctor").text()).doesNotContain("migrate=");
    }

    private record Done(int code, String text) {}

    private Done call(String address, String line) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(text, true, UTF_8);
        Map<String, String> variables = Map.of("HOLDFAST_STORE", address, "HOLDFAST_OWNER", "Ann");
        int code =
                Main.run(new Environment(variables, folder, InputStream.nullInputStream(), out, out), line.split(" "));
        return new Done(code, text.toString(UTF_8));
    }

    private static List<String> rows(SqlServer server, String query) throws Exception {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        }
    }
}
