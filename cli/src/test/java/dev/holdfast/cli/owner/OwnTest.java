package dev.holdfast.cli.owner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.cli.Surroundings;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Owner;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whose a hold is. */
final class OwnTest {

    @Test
    void hold_ofTheInstanceOrItsRuns_isOwn() throws Exception {
        try (LockManager locks = LockManager.open("memory:")) {
            Own ann = own(Map.of("HOLDFAST_OWNER", "CLI-1"));
            assertThat(ann.has(locks, "a", hold(locks, "a", "CLI-1"))).isTrue();
            assertThat(ann.has(locks, "b", hold(locks, "b", "CLI-1/77.5")))
                    .as("a run of hers")
                    .isTrue();
            assertThat(ann.has(locks, "c", hold(locks, "c", "CLI-12"))).isFalse();
            assertThat(ann.has(locks, "d", hold(locks, "d", "CLI-12/77.5"))).isFalse();
        }
    }

    @Test
    void hold_whoseReceiptWasHandedOver_isOwn() throws Exception {
        try (LockManager locks = LockManager.open("memory:")) {
            LockHandle handle = locks.acquire(LockRequest.of("a", "b").owner(Owner.of("CLI-2")));
            String receipts = handle.receipts().get(0).text() + "\n"
                    + handle.receipts().get(1).text();
            Hold hold = handle.holds().get(1);
            assertThat(own(Map.of("HOLDFAST_OWNER", "CLI-1", "HOLDFAST_RECEIPT", receipts))
                            .has(locks, "b", hold))
                    .isTrue();
            assertThat(own(Map.of("HOLDFAST_OWNER", "CLI-1", "HOLDFAST_RECEIPT", "nonsense"))
                            .has(locks, "b", hold))
                    .isFalse();
        }
    }

    private static Hold hold(LockManager locks, String resource, String owner) throws InterruptedException {
        return locks.acquire(LockRequest.of(resource).owner(Owner.of(owner)))
                .holds()
                .get(0);
    }

    private static Own own(Map<String, String> environment) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Surroundings surroundings =
                new Surroundings(environment, Path.of(""), InputStream.nullInputStream(), nowhere, nowhere);
        return Own.of(surroundings, Instance.of(surroundings, null));
    }
}
