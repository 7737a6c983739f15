package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rest of a lost handle, where no lease would ever end it. */
@Tag("safety")
@Timeout(120)
class LostDirectoryTest {
    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void handleOnSeveral_oneLost_leavesNoDirectory(boolean closed) throws Exception {
        String address = "dir:" + temp.resolve("storage");
        try (LockManager locks = LockManager.open(address);
                LockManager others = LockManager.open(address)) {
            LockHandle handle = locks.acquire(LockRequest.of("a", "b"));
            assertThat(temp.resolve("storage/b")).isDirectory();
            assertThat(others.admin().forceRelease("a", "admin", "because")).hasSize(1);
            assertThat(handle.lost()).succeedsWithin(Duration.ofSeconds(60));
            if (closed) {
                handle.close();
            }
            LockRequest next = LockRequest.of("a", "b");
            others.acquire(next.timeout(Duration.ofSeconds(60))).close();
            assertThat(temp.resolve("storage/b")).doesNotExist();
        }
    }
}
