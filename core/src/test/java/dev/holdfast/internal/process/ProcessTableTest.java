package dev.holdfast.internal.process;

import static dev.holdfast.internal.process.Liveness.ALIVE;
import static dev.holdfast.internal.process.Liveness.GONE;
import static dev.holdfast.internal.process.Liveness.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ProcessId;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table against real processes of this machine, by each way of looking at them. */
@Timeout(180)
final class ProcessTableTest {
    private static final long SELF = ProcessHandle.current().pid();

    enum Way {
        SYSTEM {
            @Override
            ProcessTable table() {
                return ProcessTable.system();
            }
        },
        PORTABLE {
            @Override
            ProcessTable table() {
                return new ProcessTable(new PortableProcesses(new Place("wharf", Boot.UNKNOWN, ""), SELF), SELF);
            }
        };

        abstract ProcessTable table();
    }

    private static Process child() throws IOException {
        // both wait for input that never comes
        String[] command = OS.current() == OS.WINDOWS ? new String[] {"cmd", "/c", "pause"} : new String[] {"cat"};
        return new ProcessBuilder(command).start();
    }

    @ParameterizedTest
    @EnumSource
    void self_isAlive(Way way) {
        ProcessTable table = way.table();
        assertThat(table.self().pid()).isEqualTo(SELF);
        assertThat(table.self().start()).isNotEmpty();
        assertThat(table.self()).isSameAs(table.self()).isEqualTo(table.of(SELF));
        assertThat(table.check(table.self())).isEqualTo(ALIVE);
        assertThat(table.running(SELF)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void killedChild_isGone(Way way) throws Exception {
        ProcessTable table = way.table();
        Process child = child();
        ProcessId id = table.of(child.pid());
        assertThat(table.check(id)).isEqualTo(ALIVE);
        assertThat(table.running(child.pid())).isTrue();
        child.destroyForcibly().waitFor();
        assertThat(table.check(id)).isEqualTo(GONE);
        assertThat(table.running(child.pid())).isFalse();
        assertThat(table.checkForeign(child.pid(), null, null)).isEqualTo(GONE);
    }

    @ParameterizedTest
    @EnumSource
    void pidWithAnotherStart_isGone(Way way) {
        ProcessTable table = way.table();
        ProcessId self = table.self();
        ProcessId earlier = new ProcessId(self.host(), self.boot(), self.namespace(), SELF, self.start() + "0");
        assertThat(table.check(earlier)).isEqualTo(GONE);
    }

    @ParameterizedTest
    @EnumSource
    void foreign_isJudgedByPidHostAndTime(Way way) {
        ProcessTable table = way.table();
        String host = table.self().host();
        assertThat(table.checkForeign(SELF, host, Instant.now())).isEqualTo(ALIVE);
        assertThat(table.checkForeign(SELF, null, null)).isEqualTo(ALIVE);
        assertThat(table.checkForeign(SELF, "elsewhere", Instant.EPOCH)).isEqualTo(UNKNOWN);
        assertThat(table.checkForeign(SELF, host, Instant.EPOCH)).isEqualTo(GONE);
        assertThat(table.checkForeign(0, host, null)).isEqualTo(UNKNOWN);
        assertThat(table.checkForeign((1L << 32) + SELF, host, null)).isEqualTo(UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource
    void endedChild_withAnotherHostName_isGoneOnlyOnLocalFilesOfAKnownBoot(Way way) throws Exception {
        ProcessTable table = way.table();
        Process child = child();
        ProcessId id = table.of(child.pid());
        child.destroyForcibly().waitFor();
        ProcessId renamed = new ProcessId("quay", id.boot(), id.namespace(), id.pid(), id.start());
        boolean known = !id.boot().isEmpty();
        assertThat(table.check(renamed, null, () -> true)).isEqualTo(known ? GONE : UNKNOWN);
        assertThat(table.check(renamed, null, () -> false)).isEqualTo(known ? Liveness.DOUBTFUL : UNKNOWN);
    }

    @Test
    void records_ofTheTwoWays_areUnknownToEachOther() {
        ProcessId portable = Way.PORTABLE.table().self();
        ProcessId system = ProcessTable.system().self();
        assertThat(portable.start()).startsWith("ms:").isNotEqualTo(system.start());
        ProcessId renamed = new ProcessId(system.host(), "", "", SELF, portable.start());
        if (OS.current() == OS.LINUX) {
            assertThat(ProcessTable.system().check(renamed)).isEqualTo(UNKNOWN);
        }
    }

    @Test
    void startOfTheSystemsTable_agreesWithTheJdk() {
        Instant jdk = ProcessHandle.current().info().startInstant().orElseThrow();
        Processes processes = Processes.of(System.getProperty("os.name"), SELF);
        assertThat(processes.startedAt(SELF).orElseThrow()).isBetween(jdk.minusSeconds(5), jdk.plusSeconds(5));
    }

    @Test
    void unknownPlatform_provesNothing() throws Exception {
        Processes opaque = Processes.of("Plan 9", SELF);
        assertThat(opaque).isInstanceOf(OpaqueProcesses.class);
        ProcessTable table = new ProcessTable(opaque, SELF);
        Process child = child();
        ProcessId id = table.of(child.pid());
        child.destroyForcibly().waitFor();
        assertThat(table.check(id)).isEqualTo(UNKNOWN);
        assertThat(table.checkForeign(child.pid(), null, Instant.EPOCH)).isEqualTo(UNKNOWN);
        assertThat(table.running(child.pid())).isTrue();
    }

    @Test
    void platforms_areChosenByName() {
        assertThat(Processes.of("Windows 11", SELF)).isInstanceOf(PortableProcesses.class);
        assertThat(Processes.of("Mac OS X", SELF)).isInstanceOf(PortableProcesses.class);
        assertThat(Processes.of("Linux", SELF)).isInstanceOf(LinuxProcesses.class);
    }

    @Test
    void listWithoutOurselves_isNoEvidence() throws Exception {
        Process child = child();
        child.destroyForcibly().waitFor();
        Place place = new Place("wharf", Boot.UNKNOWN, "");
        assertThat(new PortableProcesses(place, child.pid()).look(child.pid())).isEqualTo(ProcessSighting.UNCLEAR);
    }

    @Test
    void hostName_isTheComputersOwnOnWindows() {
        assertThat(HostName.find(true, Map.of("COMPUTERNAME", "WHARF", "HOSTNAME", "no")))
                .isEqualTo("WHARF");
        assertThat(HostName.find(false, Map.of("COMPUTERNAME", "WHARF"))).isNotEqualTo("WHARF");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void childThatNobodyReaps_isGone() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 60 & echo $!; exec cat").start();
        try (BufferedReader lines = parent.inputReader()) {
            long pid = Long.parseLong(lines.readLine());
            // Before the shell has become cat it might still reap its child.
            Path name = Path.of("/proc", String.valueOf(parent.pid()), "comm");
            while (!Files.readString(name).startsWith("cat")) {
                Thread.onSpinWait();
            }
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
            while (ProcessTable.system().running(pid) && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            assertThat(ProcessTable.system().running(pid)).isFalse();
            assertThat(ProcessHandle.of(pid)).as("it is still in the table").isPresent();
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }
}
