package dev.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
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
        assertThat(done.err()).contains("book, board, resume, play-by-post, underwriting, newsroom, picking");
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
        Environment here = Environment.system();
        int first = DemoPort.of(game, null, here);
        try (ServerSocket taken = new ServerSocket(first, 1, InetAddress.getLoopbackAddress())) {
            assertThat(DemoPort.of(game, null, here)).isNotEqualTo(taken.getLocalPort());
        }
        assertThat(DemoPort.of(game, 8080, here)).isEqualTo(8080);
        assertThat(Holdfast.in(folder).run("demo", "book", "--port", "8080").err())
                .contains("has no pages: leave out --port");
        assertThat(Holdfast.in(folder).run("demo", "picking", "--port", "70000").err())
                .contains("from 0 to 65535");
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
