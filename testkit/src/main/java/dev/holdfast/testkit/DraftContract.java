package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Draft;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.Lease;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Unfinished text: kept with the heartbeat, through every ending but the one that submits it. */
interface DraftContract extends ManagerPart {
    Policies KEEPING = Policies.of(Preset.OFFLINE)
            .and(Preset.OFFLINE.policy().toBuilder().drafts(true).build());

    private static Receipt hold(LockManager locks) {
        return locks.acquire("a").detach().get(0);
    }

    private static Renewal save(LockManager locks, Receipt receipt, long revision, String content) {
        Draft.Edit text = new Draft.Edit("mia", revision, content);
        return locks.holds()
                .renew(List.of(Heartbeat.of(receipt, true).draft(text)))
                .get(0);
    }

    @Test
    @DisplayName("C7: the draft is saved with the heartbeat and read by its author alone")
    default void draft_savedWithTheHeartbeat_isItsAuthors() {
        LockManager locks = manager(KEEPING);
        Receipt receipt = hold(locks);
        Renewal renewal = save(locks, receipt, 1, "Once upon a time");
        assertThat(renewal.hold()).isPresent();
        assertThat(renewal.draft()).hasValueSatisfying(draft -> {
            assertThat(draft.content()).isEqualTo("Once upon a time");
            assertThat(draft.saved()).isEqualTo(renewal.hold().orElseThrow().seen());
        });
        save(locks, receipt, 2, "Once upon a time, \u2603\n\"there\"");
        assertThat(manager(KEEPING).drafts().get("a", "mia"))
                .map(Draft::content)
                .hasValue("Once upon a time, \u2603\n\"there\"");
        assertThat(locks.drafts().get("a", "tom")).isEmpty();
        assertThat(locks.drafts().get("b", "mia")).isEmpty();
    }

    @Test
    @DisplayName("C7: a late revision is neither put in place of a newer one nor thrown away")
    @Tag("safety")
    default void draft_comingLate_isKeptAside() {
        LockManager locks = manager(KEEPING);
        Receipt receipt = hold(locks);
        save(locks, receipt, 5, "five");
        Draft kept = save(locks, receipt, 4, "four").draft().orElseThrow();
        assertThat(kept.content()).isEqualTo("five");
        assertThat(kept.late()).satisfies(late -> assertThat(late.content()).isEqualTo("four"));
        assertThat(save(locks, receipt, 5, "five").draft()).hasValue(kept);
        assertThat(save(locks, receipt, 4, "four").draft()).hasValue(kept);
        save(locks, receipt, 6, "six");
        assertThat(locks.drafts().get("a", "mia")).hasValueSatisfying(draft -> {
            assertThat(draft.content()).isEqualTo("six");
            assertThat(draft.late()).isEqualTo(kept.late());
        });
    }

    @Test
    @DisplayName("C7, C8: kept through a release, a forced one and a takeover, also what comes after the loss")
    @Tag("safety")
    default void draft_throughEveryEnding_isKept() throws Exception {
        LockManager locks = manager(KEEPING);
        Receipt released = hold(locks);
        save(locks, released, 1, "one");
        assertThat(locks.holds().release(released)).isTrue();
        assertThat(locks.drafts().get("a", "mia")).map(Draft::content).hasValue("one");
        Receipt forced = hold(locks);
        save(locks, forced, 2, "two");
        locks.admin().forceRelease("a", "Ada", "next turn");
        Renewal late = save(locks, forced, 3, "three");
        assertThat(late.hold()).isEmpty();
        assertThat(late.draft()).map(Draft::content).hasValue("three");
        Receipt taken = hold(locks);
        LockManager other = manager(KEEPING);
        other.acquire(LockRequest.of("a").takeover("my turn"));
        assertThat(save(locks, taken, 4, "four").draft()).map(Draft::content).hasValue("four");
        assertThat(locks.drafts().get("a", "mia")).map(Draft::content).hasValue("four");
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @DisplayName("C7, C8: a text that is saved after the time has run out is kept, with or without a sweep")
    @Tag("safety")
    default void draft_afterTheTimeRanOut_isKept() throws Exception {
        Lease limited = new Lease(Duration.ofSeconds(4), null, null);
        LockManager locks = manager(Policies.of(Preset.OFFLINE)
                .and(Preset.OFFLINE.policy().toBuilder()
                        .drafts(true)
                        .lease(limited)
                        .build()));
        Receipt receipt = hold(locks);
        save(locks, receipt, 1, "one");
        pass(Objects.requireNonNull(limited.absolute()));
        ManagerPart.eventually("its time runs out", () -> locks.view("a").free());
        Renewal late = save(locks, receipt, 2, "two");
        assertThat(late.hold()).isEmpty();
        assertThat(late.draft()).map(Draft::content).hasValue("two");
        locks.admin().sweep();
        assertThat(save(locks, receipt, 3, "three").draft()).map(Draft::content).hasValue("three");
        assertThat(locks.drafts().get("a", "mia")).map(Draft::content).hasValue("three");
    }

    @Test
    @DisplayName("C8: submitting releases and deletes the draft, and no late heartbeat restores it")
    @Tag("safety")
    default void submitted_draftIsGoneForGood() {
        LockManager locks = manager(KEEPING);
        Receipt receipt = hold(locks);
        save(locks, receipt, 1, "one");
        assertThat(locks.drafts().submit(receipt, "mia")).isTrue();
        assertThat(locks.view("a").free()).isTrue();
        assertThat(locks.drafts().get("a", "mia")).isEmpty();
        assertThat(save(locks, receipt, 2, "two").draft()).isEmpty();
        assertThat(locks.drafts().get("a", "mia")).isEmpty();
        assertThat(locks.drafts().submit(receipt, "mia")).isFalse();
    }

    @Test
    @DisplayName("C8: what is lost cannot be submitted, and keeps its draft")
    default void submit_afterTheLoss_keepsTheDraft() {
        LockManager locks = manager(KEEPING);
        Receipt receipt = hold(locks);
        save(locks, receipt, 1, "one");
        locks.admin().forceRelease("a", "Ada", "next turn");
        assertThat(locks.drafts().submit(receipt, "mia")).isFalse();
        assertThat(locks.drafts().get("a", "mia")).map(Draft::content).hasValue("one");
        assertThat(locks.drafts().discard("a", "mia")).isTrue();
        assertThat(locks.drafts().discard("a", "mia")).isFalse();
        assertThat(locks.drafts().get("a", "mia")).isEmpty();
    }

    @Test
    default void draft_whereNoneIsKept_isRefused() {
        LockManager locks = manager();
        Receipt receipt = hold(locks);
        assertThatThrownBy(() -> save(locks, receipt, 1, "one"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Drafts of a are not kept");
        assertThatThrownBy(() -> new Draft.Edit("mia", 1, "\u00e4".repeat(Draft.Edit.MAX_BYTES / 2 + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most");
    }

    @Test
    @Timeout(600)
    @DisplayName("C11: two tabs save at the same time: the newest counts, nothing is torn")
    @Tag("safety")
    default void draft_savedByManyAtOnce_endsWithTheNewest() throws Exception {
        List<LockManager> tabs = List.of(manager(KEEPING), manager(KEEPING));
        Receipt receipt = hold(tabs.get(0));
        AtomicInteger next = new AtomicInteger();
        Race.run(2, runner -> () -> {
            for (int i = 0; i < 20; i++) {
                int revision = next.incrementAndGet();
                save(tabs.get(runner), receipt, revision, "revision " + revision);
            }
            return null;
        });
        assertThat(tabs.get(0).drafts().get("a", "mia")).hasValueSatisfying(draft -> {
            assertThat(draft.revision()).isEqualTo(next.get());
            assertThat(draft.content()).isEqualTo("revision " + next.get());
        });
    }
}
