package dev.holdfast.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of loaded classes: made once, used, and never a reason not to start. */
final class ArchiveTest {
    /** A clone that was used once: to make an archive takes long, so that tests which need one share it. */
    @TempDir
    static Path shared;

    private static SmallClone used;
    private static Holdfast.Done firstUse;

    @TempDir
    Path folder;

    private Holdfast here;

    @BeforeAll
    static void use() throws IOException {
        used = clone(shared);
        firstUse = used.run(caller(shared), "status");
    }

    @BeforeEach
    void open() throws IOException {
        here = caller(folder);
    }

    private static SmallClone clone(Path folder) throws IOException {
        return SmallClone.in(Files.createDirectories(folder.resolve("clone")), WholeJar.made());
    }

    private static Holdfast caller(Path folder) throws IOException {
        return Holdfast.in(Files.createDirectories(folder.resolve("project/.locks")))
                .with("JAVA_HOME", System.getProperty("java.home"))
                .with("XDG_CACHE_HOME", folder.resolve("cache").toString());
    }

    @Test
    void firstUse_makesAnArchive_laterOnesLoadTheirClassesFromIt() throws IOException {
        assertThat(firstUse.err()).contains("quick start");
        assertThat(archives(used.target())).hasSize(1);
        Path log = folder.resolve("classes.log");
        Holdfast traced = here.with("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=" + log);
        assertThat(used.run(traced, "status").err()).doesNotContain("quick start");
        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains("dev.holdfast.cli.Main source: shared objects file"))
                .noneMatch(line -> line.contains("dev.holdfast.cli") && !line.contains("shared objects file"))
                .noneMatch(line -> line.contains(" picocli."));
    }

    @Test
    void damagedArchive_isDoneWithout() throws IOException {
        Path archive = archives(used.target()).get(0);
        Path whole = Files.move(archive, folder.resolve("whole"));
        try {
            Files.writeString(archive, "no archive");
            Holdfast.Done done = used.run(here, "status");
            assertThat(done.code()).as(done.err()).isZero();
            assertThat(done.err()).isEmpty();
        } finally {
            Files.move(whole, archive, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Test
    void archiveThatCannotBeMade_isTriedOnce() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path home = Files.createDirectories(folder.resolve("jdk"));
        Tools.in(home.resolve("bin"))
                .with("java", "case \"$*\" in *ArchiveTraining*) exit 1 ;; esac; exec '" + java + "' \"$@\"")
                .with("javac", "exit 1");
        SmallClone clone = clone(folder);
        Holdfast odd = here.with("JAVA_HOME", home.toString());
        assertThat(clone.run(odd, "status").err()).contains("quick start");
        Holdfast.Done again = clone.run(odd, "status");
        assertThat(again.code()).isZero();
        assertThat(again.err()).isEmpty();
        assertThat(archives(clone.target())).isEmpty();
    }

    @Test
    void anotherBuild_getsAnArchiveOfItsOwn() throws IOException {
        Files.delete(used.folder().resolve("core/src/main/java/Source.java"));
        assertThat(used.run(here, "status").err()).contains("building", "quick start");
        assertThat(archives(used.target())).hasSize(1);
    }

    @Test
    void cloneOfAnother_isStartedWithAnArchiveInTheCache() throws IOException {
        SmallClone clone = clone(folder).withoutArchive();
        clone.run(here, "--version");
        clone.forgetArchives();
        Files.setPosixFilePermissions(clone.target(), PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            Holdfast.Done done = asSomebodyElse(clone, "--version");
            assertThat(done.code()).as(done.err()).isZero();
            assertThat(done.err()).contains("quick start");
            assertThat(archives(folder.resolve("cache/holdfast"))).hasSize(1);
            assertThat(asSomebodyElse(clone, "--version").err()).isEmpty();
            Files.delete(clone.folder().resolve("core/src/main/java/Source.java"));
            Holdfast.Done older = asSomebodyElse(clone, "--version");
            assertThat(older.code()).isZero();
            assertThat(older.err()).contains("older than its sources").hasLineCount(1);
        } finally {
            Files.setPosixFilePermissions(clone.target(), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    /** Permissions do not stop root, hence without its powers if this is root. */
    private Holdfast.Done asSomebodyElse(SmallClone clone, String... arguments) throws IOException {
        List<String> line = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            line.addAll(List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all"));
        }
        line.add(clone.launcher().toString());
        line.addAll(List.of(arguments));
        return here.start(line).done();
    }

    private static List<Path> archives(Path target) throws IOException {
        List<Path> archives = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(target, "*.{jsa,aot}")) {
            found.forEach(archives::add);
        }
        return archives;
    }
}
