package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Draft;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a takeover leaves, as a client of a server learns of it. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LeftDraftOverHttpTest {
    @Test
    void aDraftOfALostHold_isKnownToBoth() throws Exception {
        List<AutoCloseable> opened = new ArrayList<>();
        ManagerOptions options = ManagerOptions.DEFAULT.policies(new Policies(
                List.of(),
                Preset.OFFLINE.policy().toBuilder()
                        .drafts(true)
                        .takersReadDrafts(true)
                        .build()));
        try (LockManager locks =
                Asked.over(Asked.store("memory:" + UUID.randomUUID(), InstantSource.system()), options, opened::add)) {
            Receipt ann = take(
                    locks, LockRequest.of("r").owner(Owner.of("a").named("Ann").user("ann")));
            locks.holds().renew(List.of(Heartbeat.of(ann, true).draft(new Draft.Edit("ann", 1, "Once upon"))));
            Receipt ben = take(
                    locks,
                    LockRequest.of("r")
                            .owner(Owner.of("b").named("Ben").user("ben"))
                            .takeover("urgent"));
            assertThat(locks.admin().policy("r").takersReadDrafts()).isTrue();
            assertThat(locks.drafts().left(ben)).singleElement().satisfies(left -> {
                assertThat(left.owner().name()).isEqualTo("Ann");
                assertThat(left.text().map(Draft::content)).contains("Once upon");
            });
            assertThat(locks.drafts().left(ann)).isEmpty();
            locks.holds().renew(List.of(Heartbeat.of(ann, true).draft(new Draft.Edit("ann", 2, "Once upon a time"))));
            assertThat(locks.drafts().get("r", "ann").map(Draft::content)).contains("Once upon a time");
        } finally {
            for (int i = opened.size() - 1; i >= 0; i--) {
                opened.get(i).close();
            }
        }
    }

    private static Receipt take(LockManager locks, LockRequest request) throws InterruptedException {
        return locks.holds().grant(request).receipts().get(0);
    }
}
