package dev.holdfast.it.secrets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.CommandCall;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The password in the address of a store, and no piece of it, appears in what commands print and log. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PasswordsTest {
    private static final String PASSWORD = "p/w?d@x:#%";
    private static final String ENCODED = URLEncoder.encode(PASSWORD, UTF_8);
    private static final int MIN_PIECE = 4;

    /** Every command that opens a store by itself. */
    private static final List<String[]> COMMANDS = List.of(
            new String[] {"acquire", "a", "--owner", "Ann"},
            new String[] {"release", "a", "--owner", "Ann"},
            new String[] {"renew", "a", "--owner", "Ann"},
            new String[] {"wait", "a", "--wait", "0s"},
            new String[] {"status"},
            new String[] {"who", "a"},
            new String[] {"history"},
            new String[] {"guard", "a"},
            new String[] {"init"},
            new String[] {"clear", "--yes"},
            new String[] {"force-release", "a", "--reason", "r"},
            new String[] {"doctor"},
            new String[] {"token", "list"},
            new String[] {"serve", "--port", "0"},
            new String[] {"status", "--no-such-option"});

    private static final List<String[]> SOME =
            List.of(new String[] {"acquire", "a", "--owner", "Ann"}, new String[] {"doctor"});

    @TempDir
    Path folder;

    private final List<String> logged = Collections.synchronizedList(new ArrayList<>());

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            StringWriter text = new StringWriter();
            text.append(String.valueOf(entry.getMessage()));
            if (entry.getThrown() != null) {
                entry.getThrown().printStackTrace(new PrintWriter(text));
            }
            logged.add(text.toString());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() throws Exception {
        Files.createDirectories(folder.resolve(".git"));
        handler.setLevel(Level.ALL);
        Logger.getLogger("").addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        Logger.getLogger("").removeHandler(handler);
    }

    @Test
    void noCommand_printsAPassword() {
        String place = "127.0.0.1:1/locks?timeout=250ms";
        assertNothingOf(COMMANDS, "postgresql://ann:" + ENCODED + "@" + place, true);
        assertNothingOf(COMMANDS, "postgresql://ann:" + PASSWORD + "@" + place, true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mariadb://ann:%s@127.0.0.1:1/locks?timeout=250ms",
                "redis://ann:%s@127.0.0.1:1?timeout=250ms",
                "etcd://ann:%s@127.0.0.1:1?timeout=250ms",
                "zookeeper://ann:%s@127.0.0.1:1?timeout=250ms",
                "http://ann:%s@127.0.0.1:1",
                "oracle://ann:%s@127.0.0.1:1/locks",
                "postgresql:ann:%s@127.0.0.1:1/locks"
            })
    void noStore_printsAPassword(String address) {
        assertNothingOf(SOME, address.replace("%s", ENCODED), false);
        assertNothingOf(SOME, address.replace("%s", PASSWORD), false);
    }

    private void assertNothingOf(List<String[]> commands, String address, boolean json) {
        for (String[] command : commands) {
            assertNothing(command, address);
            if (json) {
                List<String> more = new ArrayList<>(List.of(command));
                more.add("--json");
                assertNothing(more.toArray(String[]::new), address);
            }
        }
        List<String> named = new ArrayList<>(List.of("status", "--stroe=" + address));
        CommandCall call = CommandCall.in(folder, Map.of(), named.toArray(String[]::new));
        assertThat(call.code()).isNotZero();
        assertNoPiece("status --stroe", call.out() + call.err());
    }

    private void assertNothing(String[] command, String address) {
        logged.clear();
        Map<String, String> environment = Map.of(
                "HOLDFAST_STORE",
                address,
                "XDG_DATA_HOME",
                folder.resolve("data").toString());
        CommandCall call = CommandCall.in(folder, environment, command);
        String line = String.join(" ", command) + " at " + address;
        assertThat(call.code()).as(line + call.out() + call.err()).isNotZero();
        assertThat(call.out() + call.err()).as(line).isNotBlank();
        assertNoPiece(line, call.out() + call.err() + String.join("\n", logged));
    }

    private static void assertNoPiece(String what, String text) {
        for (String secret : List.of(PASSWORD, ENCODED)) {
            for (int i = 0; i + MIN_PIECE <= secret.length(); i++) {
                assertThat(text).as(what).doesNotContain(secret.substring(i, i + MIN_PIECE));
            }
        }
    }
}
