package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks of a folder that others may use too, or that others have made. */
final class SharedLocksTest {
    @TempDir
    Path folder;

    @Test
    void initGroup_sharesTheFolderOfTheLocks() throws Exception {
        String group =
                Files.readAttributes(folder, PosixFileAttributes.class).group().getName();
        Holdfast.Done done = Holdfast.in(folder).run("init", "--group", group);
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        assertThat((Integer) Files.getAttribute(folder.resolve(".locks"), "unix:mode") & 07777)
                .isEqualTo(02770);
        assertThat((Integer) Files.getAttribute(folder.resolve(".locks/locks.json"), "unix:mode") & 07777)
                .isEqualTo(0660);
        Holdfast.Done again = Holdfast.in(folder).run("init", "--group", group);
        assertThat(again.code()).isEqualTo(ExitCode.USAGE);
        assertThat(again.err()).contains("chgrp -R " + group);
    }

    @Test
    void initGroup_unknown_isRefusedAndMakesNoFolder() {
        Holdfast.Done done = Holdfast.in(folder).run("init", "--group", "no such group");
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("no group 'no such group'");
        assertThat(folder.resolve(".locks")).doesNotExist();
    }

    @Test
    void status_sidecarOfAClone_isNotPermitted() throws Exception {
        Holdfast.in(folder).run("init");
        Files.delete(folder.resolve(".locks/.holdfast/file/.git"));
        Holdfast.Done done = Holdfast.in(folder).run("status");
        assertThat(done.code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(done.err()).contains(".locks/.holdfast/file", "holdfast trust");
    }
}
