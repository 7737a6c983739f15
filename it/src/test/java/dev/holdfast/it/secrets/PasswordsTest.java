package dev.holdfast.it.secrets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.check.Extent;
import dev.holdfast.cli.CommandCall;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.command.Commands;
import dev.holdfast.cli.command.Whereabouts;
import dev.holdfast.spi.StoreProvider;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
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
import org.junit.jupiter.params.provider.MethodSource;

/** The password in the address of a store, and no piece of it, appears in what commands print and log. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PasswordsTest {
    private static final String PASSWORD = "p/w?d@x:#%";
    private static final String ENCODED = URLEncoder.encode(PASSWORD, UTF_8);
    private static final int MIN_PIECE = 4;

    /** Of each command the calls that are tried, without its name. */
    private static final Map<String, List<List<String>>> CALLS = Map.ofEntries(
            Map.entry("acquire", List.of(List.of("a", "--owner", "Ann"))),
            Map.entry("run", List.of(List.of("a", "--", "true"))),
            Map.entry("release", List.of(List.of("a", "--owner", "Ann"))),
            Map.entry("renew", List.of(List.of("a", "--owner", "Ann"))),
            Map.entry("verify", List.of(List.of("--receipt", "none"))),
            Map.entry("wait", List.of(List.of("a", "--wait", "0s"))),
            Map.entry("request", List.of(List.of("a", "--owner", "Ann"))),
            Map.entry("requests", List.of(List.of("--owner", "Ann"))),
            Map.entry("answer", List.of(List.of("a", "now", "--owner", "Ann"))),
            Map.entry("status", List.of(List.of(), List.of("--no-such-option"))),
            Map.entry("top", List.of(List.of())),
            Map.entry("watch", List.of(List.of())),
            Map.entry("who", List.of(List.of("a"))),
            Map.entry("history", List.of(List.of())),
            Map.entry("guard", List.of(List.of("a"))),
            Map.entry("git", List.of(List.of("receive", "--user", "ann"))),
            Map.entry("hook", List.of(List.of())),
            Map.entry("mcp", List.of(List.of())),
            Map.entry("hooks", List.of(List.of("install", "claude"))),
            Map.entry("init", List.of(List.of())),
            Map.entry("trust", List.of(List.of(), List.of("--list"))),
            Map.entry("clear", List.of(List.of("--yes"))),
            Map.entry("force-release", List.of(List.of("a", "--reason", "r"))),
            Map.entry("doctor", List.of(List.of())),
            Map.entry("audit", List.of(List.of("."))),
            Map.entry("serve", List.of(List.of("--port", "0"))),
            Map.entry("token", List.of(List.of("list"))),
            Map.entry("audit-log", List.of(List.of("verify", "none.jsonl"))),
            Map.entry("shell-lib", List.of(List.of())),
            Map.entry("plan", List.of(List.of("--no-input"))),
            Map.entry("demo", List.of(List.of())),
            Map.entry("completion", List.of(List.of("bash"), List.of("words", "--", "who", ""))));

    /** What an assistant writes to a hook. */
    private static final String EVENT =
            "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Write\",\"tool_input\":{\"file_path\":\"a\"}}";

    /** Commands that open no store, or report a failure of it in another way than by their exit code. */
    private static final Set<String> WITHOUT_STORE =
            Set.of("hook", "hooks", "trust", "mcp", "audit", "shell-lib", "plan", "demo", "completion");

    /** Schemes whose addresses are names of files, so that nothing in them is a secret. */
    private static final Set<String> PATHS = Set.of("file", "files", "dir", "sqlite", "unix", "memory");

    /** What follows a scheme: as addresses of Holdfast, as those of JDBC, and mistaken for one another. */
    private static final List<String> ADDRESSES = List.of(
            "://ann:%s@127.0.0.1:1/locks?timeout=500ms",
            ":ann:%s@127.0.0.1:1/locks",
            "://127.0.0.1:1/locks;USER=ann;PASSWORD=%s",
            "://127.0.0.1:1;PASSWORD=%s",
            "://127.0.0.1:1/locks?user=ann&password=%s",
            ":locks;PASSWORD=%s",
            ":mem:locks;PASSWORD=%s",
            ":locks?password=%s");

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

    /** Every scheme on the class path in which an address may have a secret, and one that nothing opens. */
    static Set<String> schemes() {
        Set<String> schemes = new TreeSet<>(Set.of("oracle", "jdbc:h2"));
        ServiceLoader.load(StoreProvider.class).forEach(store -> schemes.addAll(store.schemes()));
        ServiceLoader.load(LockManager.Provider.class).forEach(manager -> schemes.addAll(manager.schemes()));
        schemes.removeAll(PATHS);
        return schemes;
    }

    @Test
    void everyStoreAndCommand_isTried() {
        assertThat(schemes()).contains("h2", "http", "mariadb", "postgresql", "redis", "etcd", "zookeeper");
        assertThat(CALLS.keySet()).containsExactlyInAnyOrderElementsOf(Commands.names());
    }

    static List<String> commands() {
        return Commands.names();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void noCommand_printsAPassword(String command) {
        List<String> addresses = List.of(
                "postgresql://ann:" + ENCODED + "@127.0.0.1:1/locks?timeout=500ms",
                "h2:locks;PASSWORD=" + ENCODED,
                "postgresql://ann:" + PASSWORD + "@127.0.0.1:1/locks");
        for (String address : addresses.subList(0, Extent.of(1, addresses.size()))) {
            for (List<String> more : CALLS.get(command)) {
                assertNothing(command, more, address);
                assertNothing(command, with("--json", more), address);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void commandAlone_printsNoPassword(String scheme) {
        for (String address : ADDRESSES) {
            String whole = scheme + address.replace("%s", ENCODED);
            ByteArrayOutputStream shown = new ByteArrayOutputStream();
            PrintStream out = new PrintStream(shown, true, UTF_8);
            Whereabouts.show(new Environment(
                    Map.of(
                            "HOLDFAST_STORE",
                            whole,
                            "XDG_DATA_HOME",
                            folder.resolve("data").toString()),
                    folder,
                    InputStream.nullInputStream(),
                    out,
                    out));
            assertThat(shown.toString(UTF_8)).as(whole).contains("Next");
            assertNoPiece("holdfast at " + whole, shown.toString(UTF_8));
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void noStore_printsAPassword(String scheme) {
        for (String address : ADDRESSES) {
            for (String password : List.of(ENCODED, PASSWORD)) {
                String whole = scheme + address.replace("%s", password);
                assertNothing("acquire", List.of("a", "--owner", "Ann"), whole);
                assertNothing("doctor", List.of(), whole);
                CommandCall named = CommandCall.in(folder, Map.of(), "status", "--stroe=" + whole);
                assertThat(named.code()).isNotZero();
                assertNoPiece("status --stroe=" + whole, named.out() + named.err());
            }
        }
    }

    private static List<String> with(String option, List<String> others) {
        List<String> all = new ArrayList<>(List.of(option));
        all.addAll(others);
        return all;
    }

    private void assertNothing(String command, List<String> more, String address) {
        logged.clear();
        Map<String, String> environment = Map.of(
                "HOLDFAST_STORE",
                address,
                "XDG_DATA_HOME",
                folder.resolve("data").toString());
        CommandCall call = CommandCall.reading(
                EVENT, folder, environment, with(command, more).toArray(String[]::new));
        String line = command + " " + String.join(" ", more) + " at " + address;
        if (!WITHOUT_STORE.contains(command)) {
            assertThat(call.code()).as(line + call.out() + call.err()).isNotZero();
            assertThat(call.out() + call.err()).as(line).isNotBlank();
        }
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
