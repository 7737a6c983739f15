package dev.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples that there are, and where they are. {@code ScriptedDemoTest} plays them. */
final class DemoTest {
    @TempDir
    Path folder;

    @Test
    void demo_withoutAName_listsAllExamples() {
        Holdfast.Done done = Holdfast.in(folder).run("demo");
        assertThat(done.code()).isEqualTo(ExitCode.DONE);
        Demo.ALL.forEach(demo -> assertThat(done.out()).contains(demo.name(), demo.summary()));
    }

    @Test
    void demo_unknown_saysWhichThereAre() {
        Holdfast.Done done = Holdfast.in(folder).run("demo", "chess");
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err())
                .contains("book, board, resume, one-table, play-by-post, underwriting, newsroom, picking");
    }

    @Test
    void demo_withoutTheJarOfExamples_isUnavailable() {
        Holdfast.Done done = Holdfast.in(folder).run("demo", "book");
        assertThat(done.code()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(done.err()).contains("holdfast-demo.jar is missing");
        assertThat(folder.resolve("holdfast-demo-book")).doesNotExist();
    }

    @Test
    void port_isTheExamplesOwn_orALaterOne_orTheChosenOne() throws IOException {
        Demo game = Objects.requireNonNull(Demo.named("play-by-post"));
        Environment here = environment("state");
        int first = port(game, null, here);
        try (ServerSocket taken = new ServerSocket()) {
            occupy(taken, first);
            assertThat(port(game, null, here)).isNotEqualTo(first);
        }
        assertThat(port(game, 0, here)).isZero();
        int free = port(game, null, environment("another"));
        assertThat(port(game, free, here)).isEqualTo(free);
        assertThat(Holdfast.in(folder).run("demo", "book", "--port", "8080").err())
                .contains("has no pages: leave out --port");
        assertThat(Holdfast.in(folder).run("demo", "picking", "--port", "70000").err())
                .contains("from 0 to 65535");
    }

    @Test
    void port_thatIsChosen_isClaimedUntilItsExampleEnds() throws IOException {
        Demo game = Objects.requireNonNull(Demo.named("play-by-post"));
        Environment here = environment("state");
        Path claim;
        try (DemoPort one = DemoPort.of(game, null, here);
                DemoPort two = DemoPort.of(game, null, here)) {
            assertThat(two.number()).as("nothing listens yet").isNotEqualTo(one.number());
            claim = folder.resolve("state/holdfast/demo/port-" + one.number());
        }
        try (FileChannel file = FileChannel.open(claim, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            assertThat(lock).as("the claim is over").isNotNull();
        }
        Files.createFile(folder.resolve("file"));
        assertThat(port(game, null, environment("file")))
                .as("without a place for claims")
                .isPositive();
    }

    @Test
    void port_thatAnotherProgramHas_isRefusedWithACommandThatWorks() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Holdfast.Done done = Holdfast.in(folder).run("demo", "play-by-post", "--port", port);
            assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.UNREACHABLE);
            assertThat(done.err()).contains("Another program listens on port " + port);
            assertThat(folder.resolve("holdfast-demo-play-by-post")).doesNotExist();
            Matcher command = Pattern.compile("holdfast demo play-by-post --port (\\d+)\n")
                    .matcher(done.err());
            assertThat(command.find()).as(done.err()).isTrue();
            int other = Integer.parseInt(command.group(1));
            assertThat(port(Objects.requireNonNull(Demo.named("play-by-post")), other, environment("state")))
                    .isEqualTo(other);
        }
    }

    private Environment environment(String state) {
        Map<String, String> variables =
                Map.of("XDG_STATE_HOME", folder.resolve(state).toString());
        return new Environment(variables, folder, System.in, System.out, System.err);
    }

    /** Listens there. If another process has begun to, that does as well. */
    private static void occupy(ServerSocket socket, int port) throws IOException {
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (BindException e) {
            assertThat(socket.isBound()).isFalse();
        }
    }

    private static int port(Demo demo, @Nullable Integer option, Environment here) throws IOException {
        try (DemoPort port = DemoPort.of(demo, option, here)) {
            return port.number();
        }
    }

    @Test
    void builtExample_isBesideTheCommandOfAClone() throws IOException {
        Path example = Files.createDirectories(folder.resolve("examples/newsroom"));
        Files.writeString(example.resolve("pom.xml"), "");
        assertThat(BuiltExample.file("newsroom", folder.resolve("cli/target/fast/holdfast.jar")))
                .isEqualTo(example.resolve("target/fast/classpath"));
        assertThat(BuiltExample.file("newsroom", Path.of("/opt/lib/holdfast/holdfast.jar")))
                .isNull();
    }
}
