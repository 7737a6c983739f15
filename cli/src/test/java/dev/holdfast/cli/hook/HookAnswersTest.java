package dev.holdfast.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.cli.Main;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import dev.holdfast.internal.base.Durations;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A hook answers 0 or 2 whatever happens, and {@code who} never says free when it does not know. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HookAnswersTest {
    @TempDir
    Path temporary;

    private Path root;
    private Session session;

    @BeforeEach
    void project() throws IOException {
        root = temporary.toRealPath();
        session = Session.in(ProjectFolder.at(root).path(), "s1");
    }

    private void assertUnjudged(Session where) {
        Path file = root.resolve("a.txt");
        Holdfast.Done open = where.edit(file);
        assertThat(open.code()).as(open.err()).isEqualTo(ExitCode.DONE);
        Holdfast.Done closed = where.edit(file, "--when-away", "closed");
        assertThat(closed.code()).as(closed.err()).isEqualTo(ExitCode.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2562047788015215h",
                "PT2562047788015215H30M7.999999999S",
                "106751991167300d",
                "P106751991167300D",
                "36500d"
            })
    void lockThatLastsForEver_isInTheWay_andIsShown(String ttl) {
        Holdfast anna = ProjectFolder.at(root).as("Anna");
        assertThat(anna.run("acquire", "b.txt").code()).isEqualTo(ExitCode.DONE);
        writtenByAnEarlierVersion("a.txt", Durations.parse(ttl));
        assertThat(session.edit(root.resolve("a.txt")).code()).isEqualTo(ExitCode.REFUSED);
        assertThat(session.edit(root.resolve("a.txt"), "--when-away", "closed").code())
                .isEqualTo(ExitCode.REFUSED);
        for (String[] line : List.of(
                new String[] {"who", "a.txt"},
                new String[] {"who", "a.txt", "--json"},
                new String[] {"status"},
                new String[] {"status", "--json"},
                new String[] {"history", "--since", ttl},
                new String[] {"doctor"})) {
            Holdfast.Done done = anna.run(line);
            assertThat(done.code())
                    .as(String.join(" ", line) + ": " + done.err())
                    .isEqualTo(ExitCode.DONE);
        }
    }

    /** Writes a lock whose lease is longer than requests may ask for by now. */
    private void writtenByAnEarlierVersion(String resource, Duration lease) {
        Hold hold = new Hold(
                List.of(new HoldId(1, 2)),
                Owner.of("Anna"),
                Mode.EXCLUSIVE,
                Stamp.VERSION,
                Stamp.TIME,
                Stamp.TIME,
                Stamp.TIME,
                Lease.of(lease),
                "",
                "",
                true);
        LockState state = new LockState(List.of(hold), List.of(), null);
        try (LockStore store = StoreProvider.openStore("file:" + root.resolve(".locks"), InstantSource.system())) {
            store.apply(List.of(Group.of(Change.put(Key.lock(resource), Change.ABSENT, state))));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "+999999999-12-31T23:59:59Z",
        "-999999999-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999999Z",
        "0000-01-01T00:00:00Z",
        "999999999999"
    })
    void foreignLockAtTheEndOfTime_stopsNothing(String time) throws IOException {
        Files.createDirectories(root.resolve(".locks"));
        Files.writeString(
                root.resolve(".locks/locks.json"),
                "{\"locks\":[{\"resource\":\"a.txt\",\"timestamp\":\"" + time + "\",\"instance\":\"Anna\"}]}");
        assertThat(session.edit(root.resolve("a.txt")).code()).isIn(ExitCode.DONE, ExitCode.REFUSED);
        Holdfast bob = ProjectFolder.at(root).as("Bob");
        assertThat(bob.run("who", "a.txt").err()).doesNotContain("mistake in Holdfast");
        assertThat(bob.run("status").code()).isEqualTo(ExitCode.DONE);
        assertThat(bob.run("status", "--json").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void nonsenseInTheEnvironment_isDecidedAsAskedFor() {
        assertUnjudged(session.with("HOLDFAST_STORE", "no such store"));
        assertUnjudged(session.with("HOLDFAST_STORE", "postgresql://[:::"));
        assertUnjudged(session.with("HOLDFAST_STORE", "file:\u0000"));
        assertUnjudged(session.with("HOLDFAST_STORE", "no such store").with("XDG_DATA_HOME", "\u0000"));
        assertUnjudged(session.with("HOLDFAST_STORE", "no such store").with("XDG_DATA_HOME", "/dev/null"));
    }

    @Test
    void unreadableConfiguration_isDecidedAsAskedFor() throws IOException {
        Path file = root.resolve("holdfast.yaml");
        for (String text : new String[] {"\u0000", "a: [", "&a [*a, *a]", "? ? ? ?", "[".repeat(100_000)}) {
            Files.writeString(file, text);
            assertUnjudged(session);
        }
        Files.delete(file);
        Files.createDirectory(file);
        assertUnjudged(session);
        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("/dev/zero"));
        assertUnjudged(session);
        Holdfast.Done endless = ProjectFolder.at(root).as("Bob").run("status");
        assertThat(endless.code()).isEqualTo(ExitCode.USAGE);
        assertThat(endless.err()).contains("holdfast.yaml cannot be read (it is not a regular file)");
    }

    @Test
    void optionsThatMakeNoSense_areDecidedAsAskedFor() {
        for (String[] more : new String[][] {
            {"--limit", "0s"},
            {"--limit", "PT-5S"},
            {"--grace", "PT-1S"},
            {"--grace", "31d"},
            {"--limit", "long"},
            {"--color", "blue", "x"}
        }) {
            String[] closed = new String[more.length + 2];
            System.arraycopy(more, 0, closed, 0, more.length);
            closed[more.length] = "--when-away";
            closed[more.length + 1] = "closed";
            assertThat(session.hook("{}", more).code()).isEqualTo(ExitCode.DONE);
            assertThat(session.hook("{}", closed).code()).isEqualTo(ExitCode.REFUSED);
        }
        assertThat(session.hook("{}", "--limit", "2562047788015215h", "--when-away", "closed")
                        .code())
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void memoryThatDoesNotSuffice_isDecidedAsAskedFor() {
        Session small = session.asProcess().with("JAVA_TOOL_OPTIONS", "-Xmx12m");
        String large = "{\"content\":\"" + "x".repeat(15_000_000) + "\"}";
        assertThat(small.hook(large).code()).isEqualTo(ExitCode.DONE);
        assertThat(small.hook(large, "--when-away", "closed").code()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void inputThatIsClosed_isDecidedAsAskedFor() throws IOException {
        String command = String.join(" ", Holdfast.command());
        Holdfast holdfast = session.holdfast();
        assertThat(holdfast.start(List.of("sh", "-c", "exec " + command + " hook <&-"))
                        .done()
                        .code())
                .isEqualTo(ExitCode.DONE);
        assertThat(holdfast.start(List.of("sh", "-c", "exec " + command + " hook --when-away closed <&- >&- 2>&-"))
                        .done()
                        .code())
                .isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void signal_isDecidedAsAskedFor() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Holdfast away = session.holdfast().with("HOLDFAST_STORE", "http://127.0.0.1:" + silent.getLocalPort());
            String event = "{\"session_id\":\"s\",\"cwd\":\"" + root
                    + "\",\"tool_name\":\"Edit\",\"tool_input\":{\"file_path\":\"a.txt\"}}";
            for (String how : List.of("open", "closed")) {
                Holdfast.Running hook = away.start("hook", "--when-away", how);
                hook.type(event);
                hook.endInput();
                silent.accept().close();
                silent.accept(); // it has asked again, and so it waits
                new ProcessBuilder("kill", "-TERM", Long.toString(hook.process().pid()))
                        .start()
                        .waitFor();
                assertThat(hook.done().code()).isEqualTo(how.equals("open") ? ExitCode.DONE : ExitCode.REFUSED);
            }
        }
    }

    /** As when the jar is replaced while it runs, or was copied in part. */
    @Test
    void missingClasses_areDecidedAsAskedFor_andAreNotFree() throws IOException {
        Path classes = Files.createDirectories(temporary.resolve("classes/dev/holdfast/cli"));
        for (String name : List.of("Main", "HookExit")) {
            try (InputStream source = Main.class.getResourceAsStream(name + ".class")) {
                Files.write(classes.resolve(name + ".class"), source.readAllBytes());
            }
        }
        assertThat(bare("hook")).isEqualTo(ExitCode.DONE);
        assertThat(bare("hook", "--when-away", "closed")).isEqualTo(ExitCode.REFUSED);
        assertThat(bare("who", "a")).isEqualTo(ExitCode.BUG);
    }

    private int bare(String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                temporary.resolve("classes").toString(),
                Main.class.getName()));
        line.addAll(List.of(arguments));
        Holdfast.Running running = session.holdfast().start(line);
        running.endInput();
        return running.done().code();
    }
}
