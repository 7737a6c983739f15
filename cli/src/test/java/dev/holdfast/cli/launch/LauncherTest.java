package dev.holdfast.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, from any place, with any Java, and what it hands on to the JVM. */
final class LauncherTest {
    private static Path jar;

    @TempDir
    Path folder;

    private SmallClone clone;
    private Holdfast here;

    @BeforeAll
    static void pack() {
        jar = WholeJar.made();
    }

    @BeforeEach
    void open() throws IOException {
        Path project = folder.resolve("project");
        Files.createDirectories(project.resolve(".locks"));
        here = Holdfast.in(project)
                .with("JAVA_HOME", System.getProperty("java.home"))
                .with("HOLDFAST_OWNER", "CLI-1");
        clone = SmallClone.in(Files.createDirectories(folder.resolve("a clone, schön")), jar)
                .withoutArchive();
    }

    @Test
    void init_findsItsTemplatesInTheJar() throws IOException {
        Holdfast.Done done = clone.run(here, "init", "--preset", "book");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(here.folder().resolve("holdfast.yaml")).content().contains("preset: book");
    }

    @Test
    void firstUse_buildsWithProgress_laterOnesStartAtOnce() throws IOException {
        Holdfast.Done first = clone.run(here, "--version");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).startsWith("holdfast ").hasLineCount(1);
        assertThat(first.err()).contains("building", "[2/8] Holdfast core");
        Holdfast.Done second = clone.run(here, "--version");
        assertThat(second.err()).isEmpty();
        assertThat(clone.builds()).isEqualTo(1);
    }

    @Test
    void demo_ofAnApplication_buildsItWhenItIsFirstPlayed() throws IOException {
        Path example = Files.createDirectories(clone.folder().resolve("examples/newsroom/src/main"));
        Files.writeString(example.resolve("../../pom.xml"), "");
        clone.builds("cp '" + jar + "' cli/target/fast/holdfast.jar\n"
                + "case $* in *examples/newsroom*) echo nothing >examples/newsroom/target/fast/classpath ;; esac");
        clone.run(here, "demo");
        assertThat(clone.builds()).isEqualTo(1);
        clone.run(here, "demo", "--in", "one", "newsroom");
        assertThat(clone.builds()).isEqualTo(2);
        assertThat(clone.folder().resolve("examples/newsroom/target/fast/classpath"))
                .isRegularFile();
        clone.run(here, "demo", "newsroom", "--in", "two");
        assertThat(clone.builds()).isEqualTo(2);
    }

    @Test
    void start_throughLinksFromAnotherFolder_worksWhereItWasCalled() throws IOException {
        Path links = Files.createDirectories(folder.resolve("lïnks und so"));
        Path first = Files.createSymbolicLink(links.resolve("one"), Path.of("../a clone, schön/holdfast"));
        Path second = Files.createSymbolicLink(links.resolve("two"), first);
        Holdfast.Done done =
                SmallClone.start(second, here, "acquire", "Chäpter 1").done();
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(here.folder().resolve(".locks/locks.json")).content().contains("Chäpter 1");
    }

    @Test
    void start_withoutJava_saysSoInOneLine() throws IOException {
        Tools tools = Tools.in(folder.resolve("tools"));
        Holdfast.Done done = clone.run(here.with("JAVA_HOME", "").with("PATH", tools.toString()), "status");
        assertThat(done.code()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(done.err()).contains("Java 17", "JAVA_HOME").hasLineCount(1);
    }

    @Test
    void start_withOldJava_saysSoInOneLine() throws IOException {
        Tools tools =
                Tools.in(folder.resolve("tools")).with("java", "echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");
        Holdfast.Done done = clone.run(here.with("JAVA_HOME", "").with("PATH", tools.toString()), "status");
        assertThat(done.code()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(done.err()).contains("Java 17", "11.0.2").hasLineCount(1);
    }

    @Test
    void start_withAJavaHomeThatIsNone_namesIt() throws IOException {
        Holdfast.Done done = clone.run(here.with("JAVA_HOME", "/nowhere"), "status");
        assertThat(done.code()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(done.err()).contains("JAVA_HOME", "/nowhere").hasLineCount(1);
    }

    @Test
    void hook_withoutJava_answersAsAskedFor() throws IOException {
        Holdfast without = here.with("JAVA_HOME", "/nowhere");
        assertThat(clone.run(without, "hook").code()).isEqualTo(ExitCode.DONE);
        assertThat(clone.run(without, "hook", "--when-away", "open").code()).isEqualTo(ExitCode.DONE);
        assertThat(clone.run(without, "hook", "--when-away", "closed").code()).isEqualTo(ExitCode.REFUSED);
        assertThat(clone.run(without, "hook", "--when-away=closed").code()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void answers_ofAJvmThatDoesNotStart_areNone() throws IOException {
        assertThat(clone.run(here, "--version").code()).isZero();
        Holdfast without = here.with("JAVA_TOOL_OPTIONS", "-Xmx1k");
        Holdfast.Done who = clone.run(without, "who", "x");
        assertThat(who.code()).as("not free: " + who.err()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(clone.run(without, "hook").code()).isEqualTo(ExitCode.DONE);
        assertThat(clone.run(without, "hook", "--when-away", "closed").code()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void termination_ofAHook_reachesTheJvm_andIsAnswered() throws Exception {
        assertThat(clone.run(here, "--version").code()).isZero();
        Holdfast.Running waiting = clone.start(here, "hook", "--when-away", "closed"); // waits for its input
        await().atMost(100, TimeUnit.SECONDS)
                .until(() -> waiting.process().children().anyMatch(LauncherTest::isJvm));
        ProcessHandle jvm = waiting.process()
                .children()
                .filter(LauncherTest::isJvm)
                .findAny()
                .orElseThrow();
        waiting.process().destroy();
        assertThat(waiting.done().code()).isEqualTo(ExitCode.REFUSED);
        await().atMost(60, TimeUnit.SECONDS).until(() -> !jvm.isAlive());
    }

    private static boolean isJvm(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("/java");
    }

    @Test
    void start_withJavaOnThePath_usesIt() throws IOException {
        String path = Tools.in(folder.resolve("tools")) + ":" + System.getProperty("java.home") + "/bin";
        Holdfast.Done done = clone.run(here.with("JAVA_HOME", "").with("PATH", path), "--version");
        assertThat(done.out()).as(done.err()).contains("(Java " + Runtime.version());
    }

    @Test
    void exitCode_isThatOfTheCommand() throws IOException {
        assertThat(clone.run(here, "who", "x").code()).isEqualTo(ExitCode.FREE);
        assertThat(clone.run(here, "no-such-command").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void termination_reachesTheJvm() throws Exception {
        assertThat(clone.run(here, "acquire", "x").code()).isZero();
        long before = written();
        Holdfast.Running waiting = clone.start(here.with("HOLDFAST_OWNER", "CLI-2"), "acquire", "x", "--wait", "1h");
        // Once it has a place in the queue. A signal in the first moments of a JVM may end it with another code.
        await().atMost(100, TimeUnit.SECONDS).until(() -> written() > before);
        waiting.process().destroy();
        assertThat(waiting.done().code()).isEqualTo(128 + 15);
    }

    /** Returns how much the store of the project has written. */
    private long written() throws IOException {
        try (Stream<Path> files = Files.walk(here.folder().resolve(".locks"))) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
