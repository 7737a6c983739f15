package dev.holdfast.cli.owner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.cli.base.Environment;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whose a hold is. */
final class InstanceOwnershipTest {

    @Test
    void hold_ofTheInstanceOrItsRuns_isOwn() throws Exception {
        try (LockManager locks = LockManager.open("memory:")) {
            InstanceOwnership ann = own(Map.of("HOLDFAST_OWNER", "CLI-1"));
            assertThat(ann.owns(locks, "a", hold(locks, "a", "CLI-1"))).isTrue();
            assertThat(ann.owns(locks, "b", hold(locks, "b", "CLI-1/77.5")))
                    .as("a run of hers")
                    .isTrue();
            assertThat(ann.owns(locks, "c", hold(locks, "c", "CLI-12"))).isFalse();
            assertThat(ann.owns(locks, "d", hold(locks, "d", "CLI-12/77.5"))).isFalse();
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
                            .owns(locks, "b", hold))
                    .isTrue();
            assertThat(own(Map.of("HOLDFAST_OWNER", "CLI-1", "HOLDFAST_RECEIPT", "nonsense"))
                            .owns(locks, "b", hold))
                    .isFalse();
        }
    }

    private static Hold hold(LockManager locks, String resource, String owner) throws InterruptedException {
        return locks.acquire(LockRequest.of(resource).owner(Owner.of(owner)))
                .holds()
                .get(0);
    }

    private static InstanceOwnership own(Map<String, String> variables) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Environment environment =
                new Environment(variables, Path.of(""), InputStream.nullInputStream(), nowhere, nowhere);
        return InstanceOwnership.of(environment, Instance.of(environment, null));
    }
}
