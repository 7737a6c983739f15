package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Draft;
import dev.holdfast.Drafts.Left;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Loss;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A take-over that loses no text, and what is said of it. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LeftDraftTest {
    private static final String RESOURCE = "policy/1";
    private static final Owner ANN = Owner.of("anns-tab").named("Ann Smith").user("ann");
    private static final Owner BEN = Owner.of("bens-tab").named("Ben Jones").user("ben");

    private static Policy.Builder drafts() {
        return Preset.OFFLINE.policy().toBuilder().drafts(true);
    }

    private static LockManager locks(Policy policy) {
        return LockManager.open("memory:", ManagerOptions.DEFAULT.policies(new Policies(List.of(), policy)));
    }

    private static Receipt take(LockManager locks, LockRequest request) throws InterruptedException {
        return locks.holds().grant(request).receipts().get(0);
    }

    private static Receipt take(LockManager locks, Owner owner) throws InterruptedException {
        return take(locks, LockRequest.of(RESOURCE).owner(owner));
    }

    private static Receipt takeOver(LockManager locks, Owner owner) throws InterruptedException {
        return take(locks, LockRequest.of(RESOURCE).owner(owner).takeover("urgent"));
    }

    private static void write(LockManager locks, Receipt receipt, String author, long revision, String text) {
        locks.holds().renew(List.of(Heartbeat.of(receipt, true).draft(new Draft.Edit(author, revision, text))));
    }

    private static Loss loss(LockManager locks, Receipt receipt) {
        return locks.holds().loss(receipt).orElseThrow();
    }

    @Test
    void aDraftOfALostHold_isKept_andBothAreTold() throws Exception {
        try (LockManager locks = locks(drafts().build())) {
            Receipt ann = take(locks, ANN);
            write(locks, ann, "ann", 1, "Once upon");
            Receipt ben = takeOver(locks, BEN);
            assertThat(loss(locks, ann).sentence())
                    .isEqualTo(
                            "Your lock on policy/1 has ended: Ben Jones took it over (urgent). Your text is kept, as it was last saved.");
            assertThat(locks.drafts().left(ben)).singleElement().satisfies(left -> {
                assertThat(left.text())
                        .as("the policy does not let takers read")
                        .isEmpty();
                assertThat(left.sentence()).isEqualTo("The unfinished text of Ann Smith is kept for its author.");
            });
            write(locks, ann, "ann", 2, "Once upon a time");
            assertThat(locks.drafts().get(RESOURCE, "ann").orElseThrow().content())
                    .as("the last text comes after the ending")
                    .isEqualTo("Once upon a time");
            write(locks, ben, "ben", 1, "Chapter one");
            assertThat(locks.drafts().get(RESOURCE, "ann").orElseThrow().content())
                    .as("it stays the author's own")
                    .isEqualTo("Once upon a time");
        }
    }

    @Test
    void theTaker_readsTheDraft_ifThePolicySaysSo_andOnlyWhileItHolds() throws Exception {
        try (LockManager locks = locks(drafts().takersReadDrafts(true).build())) {
            Receipt ann = take(locks, ANN);
            write(locks, ann, "ann", 1, "Once upon");
            Receipt ben = takeOver(locks, BEN);
            write(locks, ann, "ann", 2, "Once upon a time");
            Left left = locks.drafts().left(ben).get(0);
            assertThat(left.text().map(Draft::content)).contains("Once upon a time");
            assertThat(left.sentence()).contains("you may read it");
            assertThat(locks.drafts().left(ann)).as("for the loser").isEmpty();
            assertThat(locks.drafts().left(Receipt.create(RESOURCE)))
                    .as("for a stranger")
                    .isEmpty();
            locks.holds().release(ben);
            assertThat(locks.drafts().left(ben)).isEmpty();
            Receipt next = take(locks, Owner.of("eve").user("eve"));
            assertThat(locks.drafts().left(next)).as("for the next holder").isEmpty();
        }
    }

    @Test
    void withoutADraft_nothingIsSaid() throws Exception {
        try (LockManager locks = locks(drafts().takersReadDrafts(true).build())) {
            Receipt ann = take(locks, ANN);
            Receipt ben = takeOver(locks, BEN);
            assertThat(loss(locks, ann).draft()).isEmpty();
            assertThat(loss(locks, ann).sentence()).doesNotContain("text");
            assertThat(locks.drafts().left(ben)).isEmpty();
        }
    }

    @Test
    void withoutUsers_nothingIsPromised() throws Exception {
        try (LockManager locks = locks(drafts().takersReadDrafts(true).build())) {
            Receipt ann = take(locks, Owner.of("a"));
            write(locks, ann, "", 1, "Once upon");
            Receipt ben = takeOver(locks, Owner.of("b"));
            assertThat(loss(locks, ann).sentence()).doesNotContain("text");
            assertThat(locks.drafts().left(ben)).isEmpty();
        }
    }

    @Test
    void aForcedRelease_keepsTheDraft_andLeavesItToNoTaker() throws Exception {
        try (LockManager locks = locks(drafts().takersReadDrafts(true).build())) {
            Receipt ann = take(locks, ANN);
            write(locks, ann, "ann", 1, "Once upon");
            locks.admin().forceRelease(RESOURCE, BEN.name(), "urgent");
            assertThat(loss(locks, ann).sentence()).endsWith("Your text is kept, as it was last saved.");
            assertThat(locks.drafts().left(take(locks, BEN))).isEmpty();
        }
    }

    @Test
    void ofSeveralReaders_eachLeavesItsOwn_andAnotherReaderLearnsOfNone() throws Exception {
        try (LockManager locks = locks(drafts().takersReadDrafts(true).build())) {
            Owner eve = Owner.of("eves-tab").named("Eve").user("eve");
            Receipt ann = take(locks, LockRequest.of(RESOURCE).owner(ANN).mode(Mode.SHARED));
            Receipt reader = take(locks, LockRequest.of(RESOURCE).owner(eve).mode(Mode.SHARED));
            write(locks, ann, "ann", 1, "Ann's");
            write(locks, reader, "eve", 1, "Eve's");
            Receipt ben = takeOver(locks, BEN);
            assertThat(locks.drafts().left(ben))
                    .extracting(left -> left.text().orElseThrow().content())
                    .containsExactlyInAnyOrder("Ann's", "Eve's");
        }
    }

    @Test
    void aHiddenHolder_isNotNamed() throws Exception {
        try (LockManager locks = locks(drafts().privacy(Privacy.HIDDEN).build())) {
            Receipt ann = take(locks, ANN);
            write(locks, ann, "ann", 1, "Once upon");
            assertThat(locks.drafts().left(takeOver(locks, BEN)).toString())
                    .contains("another user")
                    .doesNotContain("Ann", "ann");
            assertThat(loss(locks, ann).draft()).isPresent();
        }
    }

    @Test
    void policies_thatHideHolders_cannotLetTakersRead() {
        assertThatThrownBy(() ->
                        drafts().privacy(Privacy.HIDDEN).takersReadDrafts(true).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Set privacy to open");
        assertThatThrownBy(() -> Preset.COMPOSE.policy().toBuilder().takersReadDrafts(true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("compose fixes takers-read-drafts");
        assertThat(Optional.of(Preset.OFFLINE.policy()).map(Policy::takersReadDrafts))
                .contains(false);
    }
}
