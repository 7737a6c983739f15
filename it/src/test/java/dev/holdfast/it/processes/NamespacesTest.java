package dev.holdfast.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.testkit.Child;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holders with another host name or other process numbers than the next process, on one machine. */
@Timeout(300)
class NamespacesTest {
    @TempDir
    Path folder;

    private Child holding(List<String> prefix, String address) throws Exception {
        Child holder = Child.startUnder(prefix, folder, List.of(), Holder.class, address);
        assertThat(holder.process().inputReader(StandardCharsets.UTF_8).readLine())
                .as(holder.errors())
                .startsWith("held ");
        return holder;
    }

    @DisplayName("R4: a killed holder is dead also if the host name has changed since")
    @ParameterizedTest(name = "{0}:")
    @CsvSource({"files, locks", "dir, locks", "file, .locks", "sqlite, locks.db"})
    void hostRenamed_killedHolder_isDead(String scheme, String place) throws Exception {
        Namespaces.assume(Namespaces.RENAMED);
        String address = scheme + ":" + folder.resolve(place);
        try (Child holder = holding(Namespaces.RENAMED, address);
                LockManager locks = LockManager.open(address)) {
            LockView.Holder held = locks.view(Holder.RESOURCE).holders().get(0);
            assertThat(held.hold().owner().processes().get(0).host()).isEqualTo("before");
            assertThat(held.state()).isEqualTo(Verdict.LIVE);
            assertThat(locks.tryAcquire(Holder.RESOURCE).granted()).isFalse();
            holder.kill();
            assertThat(holder.await(60)).isEqualTo(Child.KILLED);
            assertThat(locks.view(Holder.RESOURCE).holders().get(0).state()).isEqualTo(Verdict.DEAD);
            assertThat(locks.tryAcquire(Holder.RESOURCE).granted()).isTrue();
        }
    }

    @DisplayName("R4, M7: a living holder in another container is not taken for dead")
    @ParameterizedTest(name = "{0}:")
    @CsvSource({"files, locks", "dir, locks", "file, .locks", "sqlite, locks.db"})
    void otherPidNamespace_livingHolder_isLive(String scheme, String place) throws Exception {
        Namespaces.assume(Namespaces.CONTAINED);
        String address = scheme + ":" + folder.resolve(place);
        try (Child holder = holding(Namespaces.CONTAINED, address);
                LockManager locks = LockManager.open(address)) {
            LockView.Holder held = locks.view(Holder.RESOURCE).holders().get(0);
            assertThat(held.hold().owner().processes().get(0).pid()).isGreaterThanOrEqualTo(123_456);
            assertThat(held.state()).isEqualTo(Verdict.LIVE);
            assertThat(locks.tryAcquire(Holder.RESOURCE).granted()).isFalse();
            assertThat(holder.runs()).isTrue();
        }
    }
}
