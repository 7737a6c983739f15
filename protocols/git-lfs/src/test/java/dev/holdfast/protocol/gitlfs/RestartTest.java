package dev.holdfast.protocol.gitlfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that starts again knows all of what it has answered: it keeps nothing of its own. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestartTest {
    @TempDir
    Path folder;

    @Test
    void locks_outliveTheServer_andAreUnlockedByTheirIds() throws Exception {
        String store = "sqlite:" + folder.resolve("locks.db");
        String token;
        Object id;
        try (LfsServer first = LfsServer.at(store, Map.of())) {
            token = first.token("ann");
            id = first.as("ann").lock("a.png").lock().get("id");
            assertThat(first.as("ann").lock("b.png").status()).isEqualTo(201);
        }
        try (LfsServer second = LfsServer.at(store, Map.of())) {
            LfsHttp ann = new LfsHttp(second.address(), "ann", token);
            assertThat(ann.verify().paths("ours")).containsExactly("a.png", "b.png");
            assertThat(second.as("bob").lock("a.png").status()).isEqualTo(409);
            assertThat(ann.unlock(id, false).status()).isEqualTo(200);
            assertThat(ann.verify().paths("ours")).containsExactly("b.png");
        }
    }

    @Test
    void twoServersOnOneStore_areOne() throws Exception {
        String store = "sqlite:" + folder.resolve("locks.db");
        try (LfsServer one = LfsServer.at(store, Map.of());
                LfsServer other = LfsServer.at(store, Map.of())) {
            String token = one.token("ann");
            Object id = one.as("ann").lock("a.png").lock().get("id");
            LfsHttp ann = new LfsHttp(other.address(), "ann", token);
            assertThat(ann.lock("a.png").status()).isEqualTo(409);
            assertThat(ann.unlock(id, false).status()).isEqualTo(200);
        }
    }
}
