package dev.holdfast.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The installed copy. */
final class InstallTest {
    @TempDir
    Path folder;

    private SmallClone clone;
    private Holdfast here;
    private Path prefix;

    @BeforeEach
    void open() throws IOException {
        clone = SmallClone.in(Files.createDirectories(folder.resolve("clone")), WholeJar.made())
                .withoutArchive();
        here = Holdfast.in(folder).with("JAVA_HOME", System.getProperty("java.home"));
        prefix = folder.resolve("pre fix");
        Files.writeString(clone.folder().resolve("README.md"), "A lock manager.");
        Files.writeString(Files.createDirectory(clone.folder().resolve("docs")).resolve("cli.md"), "The page.");
    }

    @Test
    void copy_worksWithoutTheClone_untilItIsUninstalled() throws IOException {
        Holdfast.Done first = install("--prefix", prefix.toString());
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.err()).contains(prefix + "/bin is not on the PATH");
        Files.writeString(clone.folder().resolve("docs/cli.md"), "The new page.");
        assertThat(install("--prefix", prefix.toString()).code()).as("again").isZero();
        assertThat(prefix.resolve("share/man/man1/holdfast.1")).content().contains(".SH NAME", "holdfast acquire");
        assertThat(prefix.resolve("share/doc/holdfast/docs/cli.md")).hasContent("The new page.");
        assertThat(prefix.resolve("share/doc/holdfast/README.md")).hasContent("A lock manager.");
        Files.move(clone.folder(), folder.resolve("elsewhere"));
        Holdfast.Done version = SmallClone.start(prefix.resolve("bin/holdfast"), here, "--version")
                .done();
        assertThat(version.out()).startsWith("holdfast ");
        assertThat(version.err()).as("the archive is there").isEmpty();
        clone = new SmallClone(folder.resolve("elsewhere"));
        assertThat(install("--uninstall", "--prefix", prefix.toString()).code()).isZero();
        assertThat(prefix.resolve("bin")).isEmptyDirectory();
        assertThat(prefix.resolve("lib")).isEmptyDirectory();
        assertThat(prefix.resolve("share/man/man1")).isEmptyDirectory();
        assertThat(prefix.resolve("share/doc")).isEmptyDirectory();
    }

    @Test
    void manualPageThatCannotBePrinted_isReported_andTheDocumentsAreInstalled() throws IOException {
        Path command = clone.launcher();
        Files.createDirectories(clone.target());
        for (String jar : List.of("holdfast", "holdfast-extras", "holdfast-audit", "holdfast-demo")) {
            Files.writeString(clone.target().resolve(jar + ".jar"), "");
        }
        Files.writeString(
                command,
                "#!/bin/sh\nif [ \"$1\" = help ]; then echo 'planted failure' >&2; exit 70; fi\necho holdfast 1\n");
        Holdfast.Done done = install("--prefix", prefix.toString());
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.err())
                .contains("planted failure", "The manual page is left out", "installed holdfast 1")
                .doesNotContain("cannot be written");
        assertThat(prefix.resolve("share/man/man1/holdfast.1")).doesNotExist();
        assertThat(prefix.resolve("share/doc/holdfast/README.md")).exists();
    }

    @Test
    void anotherProgramOfThatName_isLeftAlone() throws IOException {
        Path other = Files.createDirectories(prefix.resolve("bin")).resolve("holdfast");
        Files.writeString(other, "something else");
        for (String option : List.of("--uninstall", "--prefix=" + prefix)) {
            Holdfast.Done refused = install("--prefix", prefix.toString(), option);
            assertThat(refused.code()).isEqualTo(ExitCode.UNWRITABLE);
            assertThat(refused.err()).contains(other.toString()).hasLineCount(1);
        }
        assertThat(other).hasContent("something else");
    }

    private Holdfast.Done install(String... arguments) throws IOException {
        List<String> line =
                new ArrayList<>(List.of(clone.folder().resolve("install.sh").toString()));
        line.addAll(List.of(arguments));
        return here.start(line).done();
    }
}
