package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The protocol of lock directories as its manual tells it, spoken by a real shell. */
class ShellSuccessorTest {
    /** Prints the holder's id and process. */
    private static final String HOLDER = """
            lock=$1
            word() { tr -d '\\n' | sed 's/^ *//; s/ *$//' | tr -c 'A-Za-z0-9.-' '_' | cut -c1-64; }
            holder() {
              pid=
              if [ -f "$lock/id" ]; then id=$(cat "$lock/id" 2>/dev/null)
              else
                pid=$(cat "$lock/pid" 2>/dev/null)
                id=$(printf '%s-%s' "$pid" "$(cat "$lock/ts" 2>/dev/null)" | word)
              fi
              while next=$(cat "$lock/next.$id" 2>/dev/null); do
                pid=$(echo "$next" | sed -n 's/^pid=//p'); id=$(echo "$next" | sed -n 's/^id=//p')
              done
              [ -n "$pid" ] || pid=$(cat "$lock/pid" 2>/dev/null)
            }
            """;

    private static final String PRINT = HOLDER + "holder; echo \"$id $pid\"\n";

    /** Succeeds the holder, which must be dead, and prints whether it did. */
    private static final String SUCCEED = HOLDER + """
            holder; dead=$id; mine=$$-$(date +%s); tmp=$(mktemp -d "$(dirname "$lock")/.tmp.XXXXXX")
            process=$pid
            kill -0 "$process" 2>/dev/null && { echo alive; exit; }
            holder
            [ "$id $pid" = "$dead $process" ] || { echo slower; exit; }
            if [ ! -f "$lock/id" ]; then
              echo "$dead" >"$tmp/id"; ln "$tmp/id" "$lock/id" 2>/dev/null || { echo slower; exit; }
            fi
            printf 'pid=%s\\nts=%s\\nid=%s\\ncmd=sh\\nhost=%s\\n' "$2" "$(date +%s)" "$mine" "$(uname -n)" >"$tmp/next"
            ln "$tmp/next" "$lock/next.$dead" 2>/dev/null || { echo slower; exit; }
            holder
            [ "$id" = "$mine" ] || { rm -f "$lock/next.$dead"; echo slower; exit; }
            echo "$2" >"$tmp/pid"; mv "$tmp/pid" "$lock/pid"
            echo won
            """;

    @TempDir
    Path temp;

    private Path lock;

    private Process start(String script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh", lock.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String said(Process process) throws Exception {
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
        return said;
    }

    /** A process number that nobody has any more. */
    private long deadPid() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        return process.pid();
    }

    private void heldByDead(Path directory) throws Exception {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("ts"), "1736589600\n");
        Files.writeString(directory.resolve("pid"), deadPid() + "\n");
    }

    @Test
    @Timeout(180)
    @DisplayName("M7: of many successors of one dead holder one wins, script or not")
    void succeed_manyAtOnce_oneWins() throws Exception {
        String self = Long.toString(ProcessHandle.current().pid());
        for (int round = 0; round < 10; round++) {
            Path storage = temp.resolve("storage" + round);
            lock = storage.resolve("lock");
            heldByDead(lock);
            List<Process> scripts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                scripts.add(start(SUCCEED, self));
            }
            try (LockManager manager = LockManager.open("dir:" + storage)) {
                int won = manager.tryAcquire("lock").handle().isPresent() ? 1 : 0;
                for (Process script : scripts) {
                    String said = said(script);
                    assertThat(said).isIn("won", "slower", "alive");
                    won += said.equals("won") ? 1 : 0;
                }
                assertThat(won).isEqualTo(1);
                assertThat(said(start(PRINT))).endsWith(" " + self);
            }
        }
    }

    @Test
    @Timeout(180)
    void holder_afterHandOver_isTheSameForAScript() throws Exception {
        Path storage = temp.resolve("storage");
        lock = storage.resolve("lock");
        String self = Long.toString(ProcessHandle.current().pid());
        try (LockStore store = new FileStoreProvider().open("dir:" + storage, InstantSource.system())) {
            Locks.taken(store, "ann", "lock");
            String first = said(start(PRINT));
            assertThat(first).startsWith(self + "-").endsWith(" " + self);
            assertThat(Locks.passed(store, "lock", "bob", false)).isInstanceOf(Result.Applied.class);
            assertThat(said(start(PRINT))).isNotEqualTo(first).endsWith(" " + self);
            assertThat(said(start(SUCCEED, "1"))).isEqualTo("alive");
            assertThat(Locks.owner(store, "lock")).isEqualTo("bob");
        }
    }
}
