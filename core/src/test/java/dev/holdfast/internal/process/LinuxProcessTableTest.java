package dev.holdfast.internal.process;

import static dev.holdfast.internal.process.Liveness.ALIVE;
import static dev.holdfast.internal.process.Liveness.DOUBTFUL;
import static dev.holdfast.internal.process.Liveness.GONE;
import static dev.holdfast.internal.process.Liveness.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ProcessId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LinuxProcessTableTest {
    private static final String OTHER_BOOT = "99999999-2222-3333-4444-555555555555\n";
    private static final String PIDS = "pid:[4026531836]";
    private static final Instant STARTED = Instant.ofEpochSecond(1_700_000_000L + 9000 / 100);

    @TempDir
    private Path root;

    private FakeLinux linux;

    @BeforeEach
    void layOut() {
        linux = new FakeLinux(root);
        linux.process(77, "worker", 'S', 1, 9000);
    }

    private ProcessId recorded() {
        return linux.table().of(77);
    }

    @Test
    void identity_namesHostBootNamespaceAndStart() {
        ProcessId id = recorded();
        assertThat(id.host()).isEqualTo("wharf");
        assertThat(id.boot()).startsWith(FakeLinux.BOOT + "@").doesNotContain(FakeLinux.MACHINE);
        assertThat(id.namespace()).isEqualTo("pid:[4026531836]");
        assertThat(id.pid()).isEqualTo(77);
        assertThat(id.start()).isEqualTo("9000");
        assertThat(linux.table().self().start()).isEqualTo("500");
    }

    @Test
    void identity_ofNoProcess_hasNoStart() {
        assertThat(linux.table().of(78).start()).isEmpty();
    }

    @Test
    void check_sameProcess_isAlive() {
        assertThat(linux.table().check(recorded())).isEqualTo(ALIVE);
    }

    @Test
    @DisplayName("R4: a dead process is detected")
    void check_noSuchPid_isGone() {
        ProcessId id = recorded();
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id)).isEqualTo(GONE);
        assertThat(linux.table().running(77)).isFalse();
    }

    @Test
    @DisplayName("R4: a reused process id does not fool it")
    void check_pidReused_isGone() {
        ProcessId id = recorded();
        linux.process(77, "other", 'S', 1, 9001);
        assertThat(linux.table().check(id)).isEqualTo(GONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", ") (", "x) Z 1 1 1 (", ")", "", "caf\u00e9", "\u00ff\u00fe"})
    void check_strangeCommandName_isRead(String command) {
        linux.process(77, command, 'S', 1, 9000);
        assertThat(recorded().start()).isEqualTo("9000");
        assertThat(linux.table().check(recorded())).isEqualTo(ALIVE);
    }

    @ParameterizedTest
    @ValueSource(chars = {'Z', 'X', 'x'})
    void check_endedButNotReaped_isGone(char state) {
        ProcessId id = recorded();
        linux.process(77, "worker", state, 1, 9000);
        assertThat(linux.table().check(id)).isEqualTo(GONE);
        assertThat(linux.table().running(77)).isFalse();
    }

    @Test
    void check_firstThreadEndedButOthersWork_isAlive() {
        ProcessId id = recorded();
        linux.process(77, "worker", 'Z', 2, 9000);
        assertThat(linux.table().check(id)).isEqualTo(ALIVE);
    }

    @Test
    void check_recordWithoutStart_isAliveWhileThePidIsTaken() {
        ProcessId id = recorded();
        ProcessId vague = new ProcessId(id.host(), id.boot(), id.namespace(), 77, "");
        assertThat(linux.table().check(vague)).isEqualTo(ALIVE);
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(vague)).isEqualTo(GONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hidepid=2", "hidepid=1", "hidepid=4", "hidepid=invisible", "hidepid=ptraceable"})
    void check_hiddenProcesses_areUnknown(String option) {
        ProcessId id = recorded();
        linux.mounts("rw," + option + ",gid=4");
        assertThat(linux.table().check(id)).isEqualTo(ALIVE);
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
        assertThat(linux.table().running(77)).isTrue();
        assertThat(linux.table().checkForeign(77, null, null)).isEqualTo(UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hidepid=0", "hidepid=off"})
    void check_hidingSwitchedOff_provesAbsence(String option) {
        ProcessId id = recorded();
        linux.mounts("rw," + option);
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id)).isEqualTo(GONE);
    }

    /** As under systemd's {@code ProcSubset=pid}, or in a sandbox without {@code /proc}. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("R4, R7: a holder that cannot learn where it runs is never presumed dead by others")
    void recordMadeWithoutKnowingThePlace_isUnknownToOthers(boolean namespaceKnown) {
        ProcessTable seesAll = linux.table();
        linux.delete("proc/sys/kernel/hostname");
        linux.delete("proc/sys/kernel/random/boot_id");
        if (!namespaceKnown) {
            linux.delete("proc/4242/ns/pid");
        }
        ProcessId vague = linux.table().of(78);
        assertThat(vague.isForeign()).as("another program's").isFalse();
        assertThat(seesAll.check(vague)).isEqualTo(UNKNOWN);
        assertThat(linux.table().check(vague)).isEqualTo(UNKNOWN);
    }

    @Test
    void check_unreadableMounts_isUnknown() {
        ProcessId id = recorded();
        linux.delete("proc/77/stat");
        linux.delete("proc/4242/mounts");
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
        linux.write("proc/4242/mounts", "/dev/vda / ext4 rw 0 0\n");
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "77", "77 (worker) S 1 2", "77 (worker) S a b c d e f g h i j k l m n o p q r s t"})
    void check_garbledEntry_isUnknown(String line) {
        ProcessId id = recorded();
        linux.write("proc/77/stat", line);
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
    }

    @Test
    void check_entryThatCannotBeRead_isUnknown() {
        ProcessId id = recorded();
        linux.delete("proc/77/stat");
        // reading a directory fails, also for root
        linux.write("proc/77/stat/x", "");
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
    }

    @Test
    @DisplayName("R4: a process on another host is never presumed dead")
    void check_otherHost_isUnknown() {
        ProcessId id = recorded();
        linux.write("proc/sys/kernel/hostname", "quay\n");
        linux.write("proc/sys/kernel/random/boot_id", OTHER_BOOT);
        linux.write("etc/machine-id", "ffffffffffffffffffffffffffffffff\n");
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id, null, () -> false)).isEqualTo(UNKNOWN);
        assertThat(linux.table().check(id, null, () -> true)).isEqualTo(UNKNOWN);
    }

    @Test
    @DisplayName("R4: after a change of the host name, the dead on a local file system are recognised")
    void check_hostRenamedOnLocalFiles_isJudgedByThePid() {
        ProcessId id = recorded();
        linux.write("proc/sys/kernel/hostname", "quay\n");
        assertThat(linux.table().check(id, null, () -> true)).isEqualTo(ALIVE);
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id, null, () -> true)).isEqualTo(GONE);
    }

    @Test
    @DisplayName("R4: elsewhere another host name is suspect, since a cloned machine has the same boot id")
    void check_hostRenamedElsewhere_isDoubtful() {
        ProcessId id = recorded();
        linux.write("proc/sys/kernel/hostname", "quay\n");
        assertThat(linux.table().check(id, null, () -> false)).isEqualTo(UNKNOWN);
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id, null, () -> false)).isEqualTo(DOUBTFUL);
        linux.mounts("rw,hidepid=2");
        assertThat(linux.table().check(id, null, () -> false)).isEqualTo(UNKNOWN);
        assertThat(linux.table().check(id, null, () -> true)).isEqualTo(UNKNOWN);
    }

    @Test
    void check_hostRenamedInAnotherNamespace_isUnknown() {
        ProcessId id = recorded();
        linux.write("proc/sys/kernel/hostname", "quay\n");
        linux.link("proc/4242/ns/pid", "pid:[4026532177]");
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id, null, () -> true)).isEqualTo(UNKNOWN);
    }

    @Test
    void check_hostRenamedAndRestarted_isDoubtfulOnLocalFilesOnly() {
        ProcessId id = recorded();
        linux.write("proc/sys/kernel/hostname", "quay\n");
        linux.write("proc/sys/kernel/random/boot_id", OTHER_BOOT);
        assertThat(linux.table().check(id, null, () -> true)).isEqualTo(DOUBTFUL);
        assertThat(linux.table().check(id, null, () -> false)).isEqualTo(UNKNOWN);
    }

    /** What a script records: its place, but neither its start nor its machine. */
    private static ProcessId script(String namespace) {
        return new ProcessId("wharf", FakeLinux.BOOT, namespace, 77, "");
    }

    @Test
    @DisplayName("M7: a script's process is judged in its own pid namespace alone")
    void check_script_isJudgedInItsOwnNamespace() {
        assertThat(linux.table().check(script(PIDS), STARTED, () -> true)).isEqualTo(ALIVE);
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(script(PIDS), STARTED, () -> true)).isEqualTo(GONE);
        assertThat(linux.table().check(script("pid:[4026532177]"), STARTED, () -> true))
                .isEqualTo(UNKNOWN);
        assertThat(linux.table().check(script(ProcessId.UNKNOWN_NAMESPACE), STARTED, () -> true))
                .isEqualTo(UNKNOWN);
    }

    @Test
    void check_scriptRecordedLongBeforeTheStart_isGone() {
        Instant longBefore = STARTED.minus(Duration.ofDays(1)).minusSeconds(1);
        assertThat(linux.table().check(script(PIDS), longBefore, () -> true)).isEqualTo(GONE);
    }

    @Test
    @DisplayName(
            "M7: after a restart, a script's lock outside of containers is judged by its pid, on local files alone")
    void check_scriptOfAnEarlierBoot_isJudgedByThePidOnLocalFiles() {
        linux.write("proc/sys/kernel/random/boot_id", OTHER_BOOT);
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(script(PIDS), STARTED, () -> true)).isEqualTo(GONE);
        assertThat(linux.table().check(script(PIDS), STARTED, () -> false)).isEqualTo(UNKNOWN);
        ProcessId elsewhere = new ProcessId("quay", FakeLinux.BOOT, PIDS, 77, "");
        assertThat(linux.table().check(elsewhere, STARTED, () -> true)).isEqualTo(UNKNOWN);
        linux.link("proc/4242/ns/pid", "pid:[4026532177]");
        assertThat(linux.table().check(script("pid:[4026532177]"), STARTED, () -> true))
                .isEqualTo(UNKNOWN);
    }

    @Test
    void check_noHostName_isUnknown() {
        linux.write("proc/sys/kernel/hostname", "(none)\n");
        ProcessId id = recorded();
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
    }

    @Test
    void check_otherNamespace_isUnknown() {
        ProcessId id = recorded();
        linux.delete("proc/77/stat");
        linux.link("proc/4242/ns/pid", "pid:[4026532177]");
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
    }

    @Test
    void check_insideOneContainer_provesDeath() {
        linux.link("proc/4242/ns/pid", "pid:[4026532177]");
        linux.link("proc/4242/ns/uts", "uts:[4026532178]");
        ProcessId id = recorded();
        assertThat(id.boot()).isEqualTo(FakeLinux.BOOT);
        assertThat(linux.table().check(id)).isEqualTo(ALIVE);
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id)).isEqualTo(GONE);
    }

    @Test
    void check_otherTimeNamespace_isUnknown() {
        ProcessId id = recorded();
        linux.link("proc/4242/ns/time", "time:[4026532178]");
        linux.process(77, "worker", 'S', 1, 10_009_000);
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
        assertThat(linux.table().check(recorded())).isEqualTo(ALIVE);
    }

    @Test
    void check_kernelWithoutTimeNamespaces_isTheSamePlace() {
        ProcessId id = recorded();
        linux.delete("proc/4242/ns/time");
        assertThat(linux.table().check(id)).isEqualTo(ALIVE);
    }

    @Test
    void check_procOfAnotherNamespace_isUnknown() {
        ProcessId id = recorded();
        linux.link("proc/1/ns/pid", "pid:[4026531836]");
        linux.write("proc/1/mounts", "proc /proc proc rw 0 0\n");
        linux.link("proc/self", "1");
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
        assertThat(linux.table().self().start()).isEmpty();
    }

    @Test
    @DisplayName("B16: after a power failure nothing is stuck")
    void check_machineRestarted_isGone() {
        ProcessId id = recorded();
        linux.write("proc/sys/kernel/random/boot_id", OTHER_BOOT);
        assertThat(linux.table().check(id)).isEqualTo(GONE);
    }

    @Test
    void check_otherBootOfAnotherMachine_isUnknown() {
        ProcessId id = recorded();
        linux.write("proc/sys/kernel/random/boot_id", OTHER_BOOT);
        linux.write("etc/machine-id", "ffffffffffffffffffffffffffffffff\n");
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "uninitialized\n", "short\n"})
    void check_otherBootWithoutMachineId_isUnknown(String machineId) {
        linux.write("etc/machine-id", machineId);
        ProcessId id = recorded();
        linux.write("proc/sys/kernel/random/boot_id", OTHER_BOOT);
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pid", "uts"})
    void check_otherBootSeenFromContainer_isUnknown(String kind) {
        ProcessId outside = recorded();
        linux.link("proc/4242/ns/" + kind, kind + ":[4026532999]");
        ProcessId inside = recorded();
        linux.write("proc/sys/kernel/random/boot_id", OTHER_BOOT);
        linux.delete("proc/77/stat");
        assertThat(linux.table().check(outside)).isEqualTo(UNKNOWN);
        assertThat(linux.table().check(inside)).isEqualTo(UNKNOWN);
    }

    @Test
    void check_unreadableProc_isUnknown() {
        ProcessId id = recorded();
        linux.delete("proc/77/stat");
        linux.delete("proc/sys/kernel/random/boot_id");
        assertThat(linux.table().check(id)).isEqualTo(UNKNOWN);
        assertThat(linux.table().check(recorded())).isEqualTo(UNKNOWN);
        assertThat(linux.table().running(77)).isTrue();
    }

    @Test
    void check_recordOfAnotherPlatform_isUnknown() {
        assertThat(linux.table().check(new ProcessId("wharf", "", "", 77, "ms:1700000000000")))
                .isEqualTo(UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40, (1L << 32) + 77})
    void impossiblePid_isUnknown(long pid) {
        assertThat(linux.table().checkForeign(pid, null, null)).isEqualTo(UNKNOWN);
        assertThat(linux.table().check(linux.table().of(pid))).isEqualTo(UNKNOWN);
    }

    @Test
    void foreign_thisHostOrNone_isLooked() {
        for (String host : new String[] {"wharf", "WHARF", null}) {
            assertThat(linux.table().checkForeign(77, host, null)).isEqualTo(ALIVE);
            assertThat(linux.table().checkForeign(78, host, null)).isEqualTo(GONE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"quay", "", "wharf.example.com", "localhost"})
    void foreign_otherHost_isUnknown(String host) {
        assertThat(linux.table().checkForeign(78, host, Instant.EPOCH)).isEqualTo(UNKNOWN);
    }

    @Test
    void foreign_recordedLongBeforeTheStart_isGone() {
        Instant longBefore = STARTED.minus(Duration.ofDays(1)).minusSeconds(1);
        assertThat(linux.table().checkForeign(77, "wharf", longBefore)).isEqualTo(GONE);
        assertThat(linux.table().checkForeign(77, null, Instant.MIN)).isEqualTo(GONE);
    }

    @Test
    void foreign_recordedWithinTheDoubtOfClocks_isAlive() {
        Instant[] times = {STARTED.minus(Duration.ofHours(23)), STARTED, STARTED.plusSeconds(60), Instant.MAX};
        for (Instant time : times) {
            assertThat(linux.table().checkForeign(77, null, time)).isEqualTo(ALIVE);
        }
    }

    @Test
    void foreign_startThatCannotBeTold_isAlive() {
        linux.write("proc/stat", "cpu 1 2 3\n");
        assertThat(linux.table().checkForeign(77, null, Instant.EPOCH)).isEqualTo(ALIVE);
        linux.write("proc/stat", "btime soon\n");
        assertThat(linux.table().checkForeign(77, null, Instant.EPOCH)).isEqualTo(ALIVE);
        linux.write("proc/stat", "btime 1700000000\n");
        linux.process(77, "worker", 'S', 1, Long.MAX_VALUE);
        assertThat(linux.table().checkForeign(77, null, Instant.EPOCH)).isEqualTo(ALIVE);
    }
}
