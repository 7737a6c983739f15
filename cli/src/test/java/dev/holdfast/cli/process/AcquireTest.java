package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Acquire, who and release, from several instances. */
final class AcquireTest {
    @TempDir
    Path folder;

    @BeforeEach
    void makeProject() throws IOException {
        // The build's own folder is a project too, and must not be found from here.
        Files.createDirectory(folder.resolve(".git"));
    }

    @Test
    @DisplayName("B3, B8: taken by one instance, refused to another, released")
    void acquire_heldByAnother_isRefusedUntilReleased() {
        Holdfast ann = Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1");
        Holdfast bob = Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-2");
        assertThat(ann.run("acquire", "Chapter_03").code()).isEqualTo(ExitCode.DONE);
        Holdfast.Done refused = bob.run("acquire", "Chapter_03");
        assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
        assertThat(refused.err())
                .contains("Chapter_03", "CLI-1")
                .contains("To wait for it: holdfast acquire Chapter_03 --wait 5m")
                .contains("To take it over: holdfast acquire Chapter_03 --override --note 'your reason'");
        assertThat(bob.run("acquire", "Chapter_03", "--wait", "0s").err()).doesNotContain("--wait 5m");
        assertThat(bob.run("who", "Chapter_03").out()).contains("CLI-1");
        assertThat(bob.run("release", "Chapter_03").code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(ann.run("release", "Chapter_03").code()).isEqualTo(ExitCode.DONE);
        assertThat(bob.run("who", "Chapter_03").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    void acquire_withoutTerminalAndOwner_isAUsageErrorThatSaysWhatToSet() throws Exception {
        Holdfast.Done done = Holdfast.in(folder).start(setsid("acquire", "x")).done();
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("HOLDFAST_OWNER");
    }

    @Test
    @DisplayName("One acquire is one commit")
    void acquire_isOneCommit() throws Exception {
        Holdfast ann = Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1").with("HOLDFAST_STORE", "sqlite:locks.db");
        assertThat(ann.run("acquire", "Chapter_03", "StyleSystem").code()).isEqualTo(ExitCode.DONE);
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("locks.db"));
                ResultSet commits =
                        database.createStatement().executeQuery("SELECT count(*) FROM change WHERE events > 0")) {
            assertThat(commits.getInt(1)).isEqualTo(1);
        }
    }

    @Test
    void acquire_atATerminal_isOwnedByItsSession() {
        Holdfast.Done done = Holdfast.in(folder).atTerminal().run("acquire", "x");
        assertThat(done.code()).as(done.out()).isEqualTo(ExitCode.DONE);
        assertThat(Holdfast.in(folder).run("who", "x").out()).contains("held by CLI-");
    }

    private static List<String> setsid(String... arguments) {
        List<String> line = new ArrayList<>(List.of("setsid", "--wait"));
        line.addAll(Holdfast.command());
        line.addAll(List.of(arguments));
        return line;
    }

    @Test
    void acquire_again_updatesTheNote() {
        Holdfast ann = Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1");
        ann.run("acquire", "Chapter_03", "--note", "first");
        assertThat(ann.run("acquire", "Chapter_03").code()).isEqualTo(ExitCode.DONE);
        assertThat(ann.run("who", "Chapter_03").out()).contains("\"first\"");
        ann.run("acquire", "Chapter_03", "--note", "second");
        assertThat(ann.run("who", "Chapter_03").out()).contains("\"second\"").doesNotContain("first");
    }
}
