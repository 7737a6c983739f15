package dev.holdfast.example.picking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said at the shell. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PickingMainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        return PickingMain.run(
                arguments,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void help_isTold() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("--database ADDRESS");
    }

    @Test
    void unknownOption_isTold() {
        assertThat(run("--prot", "1")).isEqualTo(64);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("picking: There is no option '--prot'.")
                .contains("usage:");
    }

    @Test
    void otherDatabase_isTold() {
        assertThat(run("--port", "0", "--database", "mysql://anna:secret@127.0.0.1/c"))
                .isEqualTo(69);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("picking: The database is postgresql://user:password@host:port/database;")
                .doesNotContain("secret");
    }

    @Test
    void takenPort_isTold() {
        Warehouse warehouse = Warehouse.fresh();
        try (Picking there = warehouse.node()) {
            String port = Integer.toString(URI.create(there.address()).getPort());
            assertThat(run("--port", port, "--database", warehouse.address())).isEqualTo(69);
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .contains("picking: The web server does not start", "--port");
        }
    }
}
