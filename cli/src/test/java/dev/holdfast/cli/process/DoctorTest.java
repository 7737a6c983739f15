package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor finds. */
final class DoctorTest {
    @TempDir
    Path folder;

    @Test
    void doctor_whereAllIsWell_saysSo() {
        Holdfast.Done done = Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1").run("doctor");
        assertThat(done.code()).as(done.out() + done.err()).isEqualTo(ExitCode.DONE);
        assertThat(done.out())
                .contains("ok       store", "ok       owner      CLI-1")
                .doesNotContain("problem");
    }

    @Test
    void doctor_whereTheStoreCannotBe_isAProblem() throws Exception {
        Path file = Files.writeString(folder.resolve("plain"), "not a database, by far");
        Holdfast.Done done = Holdfast.in(folder).run("doctor", "--store", "sqlite:" + file);
        assertThat(done.code()).isEqualTo(ExitCode.FOUND);
        assertThat(done.out()).contains("problem", "not a SQLite database");
    }

    @Test
    @DisplayName("M6: a lock directory that names no process is refused and reported with its path and the way out")
    void doctor_directoryWithoutPid_isNamedWithTheWayOut() throws Exception {
        Path lock = Files.createDirectories(folder.resolve("storage/lock"));
        Holdfast here = Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1");
        String store = "dir:" + folder.resolve("storage");
        Holdfast.Done refused = here.run("run", "lock", "--wait", "0s", "--store", store, "--", "true");
        assertThat(refused.code()).as(refused.err()).isEqualTo(ExitCode.BUSY);
        String named = "the directory " + lock + " names no process; if no program is working, remove it with rm -r";
        assertThat(refused.err()).contains(named);
        Holdfast.Done done = here.run("doctor", "--store", store);
        assertThat(done.out()).contains("warning  stale").contains(named).contains("--override");
    }

    @Test
    void doctor_ofAnUnknownKindOfStore_saysWhichThereAre() {
        Holdfast.Done done = Holdfast.in(folder).run("--store", "ftp://x", "doctor", "--json");
        assertThat(done.code()).isEqualTo(ExitCode.FOUND);
        assertThat(done.out()).contains("\"level\":\"problem\"", "sqlite");
    }

    @Test
    @DisplayName("B17: two entries for one resource are reported")
    void doctor_duplicateEntries_areReported() throws Exception {
        Files.createDirectories(folder.resolve(".locks"));
        String entry = "{\"resource\":\"a\",\"timestamp\":\"" + Instant.now().truncatedTo(ChronoUnit.SECONDS)
                + "\",\"instance\":\"CLI-%d\"}";
        Files.writeString(
                folder.resolve(".locks/locks.json"),
                "{\"locks\":[" + entry.formatted(1) + "," + entry.formatted(2) + "]}");
        Holdfast.Done done = Holdfast.in(folder).run("doctor");
        assertThat(done.out()).contains("warning  record ", "a has 2 entries");
        assertThat(done.err()).isEmpty();
    }

    @Test
    void doctor_ofAServer_saysNothingOfADiskHere() {
        Holdfast.Done done = Holdfast.in(folder).run("doctor", "--store", "http://127.0.0.1:1");
        assertThat(done.code()).isEqualTo(ExitCode.FOUND);
        assertThat(done.out()).contains("problem  store").doesNotContain(" disk ");
    }

    @Test
    void doctor_rightsOfOthers_areNamed() throws Exception {
        Holdfast here = Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1");
        Path locks = folder.resolve(".locks");
        Files.createDirectory(locks);
        assertThat(here.run("doctor").out()).contains("warning  rights     other users may read " + locks);
        Files.setAttribute(locks, "unix:mode", 0777);
        assertThat(here.run("doctor").out()).contains("other users may change " + locks);
        Files.setAttribute(locks, "unix:mode", 0700);
        assertThat(here.run("doctor").out()).doesNotContain("warning  rights");
    }

    @Test
    void doctor_damagedJournal_isNamed() throws Exception {
        Holdfast here = Holdfast.in(folder).with("HOLDFAST_OWNER", "CLI-1");
        here.run("acquire", "a", "--pid", "1");
        Path copy = Files.writeString(folder.resolve(".locks/.holdfast/file/journal-1.corrupt"), "x");
        assertThat(here.run("doctor").out()).contains("warning  journal", copy.toString());
    }

    @Test
    void doctor_linkThatLeadsElsewhere_isNamedAlsoWithoutTrust(@TempDir Path elsewhere) throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve(".locks"), elsewhere);
        Holdfast.Done done = Holdfast.in(folder).run("doctor");
        assertThat(done.code()).isEqualTo(ExitCode.FOUND);
        assertThat(done.out())
                .contains("problem  disk       " + link + " is a symbolic link, which is never followed: remove it")
                .doesNotContain("not trusted");
    }

    @Test
    void doctor_linkThatLeadsNowhere_isAProblem() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve(".locks"), folder.resolve("nowhere"));
        Holdfast.Done done = Holdfast.in(folder).run("doctor", "--trust");
        assertThat(done.code()).isEqualTo(ExitCode.FOUND);
        assertThat(done.out()).contains("problem  disk       " + link + " is a symbolic link that leads nowhere");
    }
}
