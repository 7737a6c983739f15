package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockHandle;
import dev.holdfast.LockLostException;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.testkit.FakeTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a policy hides is in no message of a manager. */
@Timeout(180)
class PrivacyTest {
    private static final LockRequest ANNAS =
            LockRequest.of("a").owner(Owner.of("tab-1").named("Anna Alt")).note("a secret note");

    private static LockManager manager(Privacy privacy) {
        Policies policies = new Policies(
                List.of(), Preset.OFFLINE.policy().toBuilder().privacy(privacy).build());
        return StoreManagers.over(
                new MemoryStoreProvider().open("memory:" + UUID.randomUUID(), FakeTime.create()),
                ManagerOptions.DEFAULT.policies(policies));
    }

    @ParameterizedTest
    @EnumSource(Privacy.class)
    void refusal_saysNoMoreThanThePolicyAllows(Privacy privacy) throws Exception {
        try (LockManager locks = manager(privacy);
                LockHandle held = locks.acquire(ANNAS)) {
            assertThatThrownBy(() -> locks.acquire("a")).isInstanceOfSatisfying(LockUnavailableException.class, e -> {
                String message = e.getMessage();
                assertThat(message.contains("Anna Alt")).isEqualTo(privacy != Privacy.HIDDEN);
                assertThat(message.contains("secret") || message.contains("since"))
                        .isEqualTo(privacy == Privacy.OPEN);
                assertThat(e.refusals().get(0).sentenceForAssistant(ZoneOffset.UTC))
                        .matches(text -> text.contains("Anna Alt") == (privacy != Privacy.HIDDEN));
            });
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void loss_ofAHiddenLock_doesNotNameTheNewHolder() throws Exception {
        try (LockManager locks = manager(Privacy.HIDDEN);
                LockHandle lost = locks.acquire("a");
                LockHandle taken = locks.acquire(ANNAS.takeover("mine"))) {
            assertThat(lost.lost().get(120, TimeUnit.SECONDS).sentence())
                    .isEqualTo("Your lock on a has ended: another user took it over (mine).");
            assertThatThrownBy(lost::heartbeat)
                    .isInstanceOf(LockLostException.class)
                    .hasMessageNotContaining("Anna");
            assertThat(taken.isHeld()).isTrue();
        }
    }
}
