package dev.holdfast.cli.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Refusal;
import dev.holdfast.Refusal.Reason;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.AcquireOptions;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that a refusal names, for each of its reasons. Where it is possible, the test types them. */
final class NextStepsTest {
    @TempDir
    Path folder;

    private ProjectFolder project;
    private Holdfast ann;
    private Holdfast bob;

    @BeforeEach
    void project() {
        project = ProjectFolder.at(folder);
        ann = project.as("Ann");
        bob = project.as("Bob");
    }

    @Test
    void heldByAnother_afterAWait_namesTheOverrideAlone() {
        ann.run("acquire", "a", "b");
        assertThat(bob.run("acquire", "a", "b", "--wait", "0").err())
                .contains("To take it over: holdfast acquire a b --wait 0 --override --note 'your reason'\n")
                .doesNotContain("To wait", "To try");
    }

    @Test
    void behindOthersInTheQueue_namesWaitAndOverride() throws IOException {
        ann.run("acquire", "a", "--mode", "shared");
        Holdfast.Running waiting = bob.start("acquire", "a", "--wait", "5m");
        await().atMost(Duration.ofSeconds(100))
                .until(() -> ann.run("who", "a", "--json").out().contains("\"waiting\":1"));
        Holdfast.Done refused = project.as("Eve").run("acquire", "a", "--mode", "shared");
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err())
                .contains("To wait for it: holdfast acquire a --mode shared --wait 5m\n")
                .contains("To take it over: holdfast acquire a --mode shared --override --note 'your reason'\n");
        assertThat(project.as("Eve")
                        .run("acquire", "a", "--mode", "shared", "--override", "--note", "urgent")
                        .code())
                .isEqualTo(ExitCode.DONE);
        waiting.process().destroy();
        waiting.done();
    }

    @Test
    void ownSharedHold_namesTheReleaseBefore() {
        ann.run("acquire", "a", "--mode", "shared");
        Holdfast.Done refused = ann.run("acquire", "a");
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err())
                .contains("To release it first: holdfast release a && holdfast acquire a\n")
                .doesNotContain("--override");
        assertThat(ann.run("release", "a").code()).isEqualTo(ExitCode.DONE);
        assertThat(ann.run("acquire", "a").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void onlyOneAtATime_namesTheReleaseOfOnesOwn_orTheWaitForAnothers() throws IOException {
        Files.writeString(folder.resolve("holdfast.yaml"), """
                policies:
                  - pattern: scene/**
                    scope: {prefix: scene/*, per-user: false}
                    waiting: never
                """);
        ann.run("acquire", "scene/9/1");
        Holdfast.Done own = ann.run("acquire", "scene/9/2");
        assertThat(own.code()).isEqualTo(ExitCode.BUSY);
        assertThat(own.err())
                .contains("To release the other one: holdfast release scene/9/1 && holdfast acquire scene/9/2\n")
                .doesNotContain("--override");
        assertThat(bob.run("acquire", "scene/9/2", "--store", "file:.locks").err())
                .contains("To wait for the other one: holdfast wait scene/9/1 --wait 5m --store file:.locks"
                        + " && holdfast acquire scene/9/2 --store file:.locks\n");
        assertThat(ann.run("release", "scene/9/1").code()).isEqualTo(ExitCode.DONE);
        assertThat(ann.run("acquire", "scene/9/2").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void eachReason_hasItsSteps() {
        String again = "holdfast acquire a --json";
        String wait = "To wait for it: " + again + " --wait 5m";
        String override = "To take it over: " + again + " --override --note 'your reason'";
        assertThat(steps(Reason.HELD)).containsExactly(wait, override);
        assertThat(steps(Reason.QUEUE)).containsExactly(wait, override);
        assertThat(steps(Reason.QUEUE_FULL)).containsExactly(wait, override);
        assertThat(steps(Reason.BUSY)).containsExactly(wait);
        assertThat(steps(Reason.TOO_SOON)).containsExactly("To acquire it then: " + again);
        String release = "To release it first: holdfast release a && " + again;
        assertThat(steps(Reason.UPGRADE)).containsExactly(release);
        assertThat(steps(Reason.TOO_MANY_ENTRIES)).containsExactly(release);
        assertThat(steps(Reason.SLOT_TAKEN)).containsExactly("To see what is held: holdfast status");
        assertThat(steps(Reason.HELD, Reason.UPGRADE)).containsExactly(release);
    }

    private List<String> steps(Reason... reasons) {
        Environment here = Environment.system().in(folder);
        try (CommandContext context = new CommandContext(here, new GlobalOptions(), List.of("a", "--json"))) {
            return new NextSteps(context, new AcquireOptions(), "acquire")
                    .after(Stream.of(reasons)
                            .map(reason -> new Refusal("a", reason, List.of(), null, Instant.EPOCH))
                            .toList());
        }
    }

    @Test
    void lockDirectories_allOfThemAreNamed() {
        Holdfast there = ann.with("HOLDFAST_STORE", "dir:storage");
        String pid = Long.toString(ProcessHandle.current().pid());
        there.run("acquire", "a", "b", "--pid", pid);
        Holdfast.Done refused =
                bob.with("HOLDFAST_STORE", "dir:storage").run("run", "a", "b", "--wait", "0", "--", "true");
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err())
                .contains("remove the lock directories: rm -r " + folder.resolve("storage/a") + " "
                        + folder.resolve("storage/b") + "\n");
    }
}
