package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockEvent;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hold that was entered twice and that another program removed. */
class LostEntriesTest {
    @TempDir
    Path folder;

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    @Test
    void loss_ofAHoldEnteredTwice_isToldToBothEntries() throws Exception {
        try (LockManager locks = LockManager.open("dir:" + folder)) {
            LockRequest mine = LockRequest.of("lock").owner(locks.newOwner());
            List<Receipt> receipts = List.of(
                    locks.acquire(mine).receipts().get(0),
                    locks.acquire(mine).receipts().get(0));
            remove(folder.resolve("lock"));
            assertThat(locks.view("lock").free()).isTrue();
            for (Receipt receipt : receipts) {
                assertThat(locks.holds().loss(receipt))
                        .hasValueSatisfying(loss ->
                                assertThat(loss.ending().orElseThrow().kind()).isEqualTo(LockEvent.EventKind.LOST));
            }
        }
    }
}
