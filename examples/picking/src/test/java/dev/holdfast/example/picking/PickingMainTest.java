package dev.holdfast.example.picking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said at the shell. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PickingMainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return new PickingMain()
                .command()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    @Test
    void help_isTold() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("--database=ADDRESS");
    }

    @Test
    void unknownOption_isTold() {
        assertThat(run("--prot", "1")).isEqualTo(64);
        assertThat(err.toString()).startsWith("Unknown option").contains("'--prot'", "--port=N", "Usage: picking");
    }

    @Test
    void port_thatIsNone_isTold() {
        assertThat(run("--port", "here")).isEqualTo(64);
        assertThat(err.toString()).startsWith("Invalid value for option '--port': 'here' is not an int");
    }

    @Test
    void otherDatabase_isTold() {
        assertThat(run("--port", "0", "--database", "mysql://anna:secret@127.0.0.1/c"))
                .isEqualTo(69);
        assertThat(err.toString())
                .startsWith("picking: The database is postgresql://user:password@host:port/database;")
                .doesNotContain("secret");
    }

    @Test
    void takenPort_isTold() {
        Warehouse warehouse = Warehouse.fresh();
        try (Picking there = warehouse.node()) {
            String port = Integer.toString(URI.create(there.address()).getPort());
            assertThat(run("--port", port, "--database", warehouse.address())).isEqualTo(69);
            assertThat(err.toString()).contains("picking: The web server does not start", "--port");
        }
    }
}
