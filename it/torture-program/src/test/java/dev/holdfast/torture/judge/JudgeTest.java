package dev.holdfast.torture.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Mode;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Histories made by hand, each with the violation that the judge must find, or with none. */
final class JudgeTest {
    private final Story story = new Story();

    @Nested
    final class Exclusion {
        @Test
        void oneAfterTheOther_isRight() {
            long a = story.grant("a", "r", 0, 10, 1);
            story.held(a, 20).released(a, 21, 22);
            long b = story.grant("b", "r", 15, 25, 2);
            story.held(b, 30);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void twoExclusiveHolders_areFound() {
            long a = story.grant("a", "r", 0, 10, 1);
            long b = story.grant("b", "r", 15, 25, 2);
            story.held(a, 30).held(b, 28);
            assertThat(story.verdict()).containsExactly("Held by two");
        }

        @Test
        void readerBesideWriter_isFound() {
            long a = story.grant("a", "", Mode.SHARED, "r", 0, 10, 1);
            long b = story.grant("b", "r", 15, 25, 2);
            story.held(a, 30).held(b, 28);
            assertThat(story.verdict()).containsExactly("Held by two");
        }

        @Test
        void readersBesideEachOther_areRight() {
            long a = story.grant("a", "", Mode.SHARED, "r", 0, 10, 1);
            long b = story.grant("b", "", Mode.SHARED, "r", 5, 12, 1);
            story.held(a, 30).held(b, 28);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void grantInTheMiddleOfAnotherHold_isFoundWithoutAnyWork() {
            long a = story.grant("a", "r", 0, 10, 1);
            story.grant("b", "r", 15, 25, 2);
            story.held(a, 30);
            assertThat(story.verdict()).containsExactly("Held by two");
        }

        @Test
        void grantThatCameBackLate_toAStoppedWorkerThatFoundItLost_isRight() {
            story.grant("a", "r", 0, 9000, 1); // granted early, stopped, and never found held
            long b = story.grant("b", "r", 5000, 5010, 2);
            story.held(b, 9500);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void stoppedWorker_thatStillFindsThatItHolds_isFound() {
            long a = story.grant("a", "r", 0, 10, 1);
            long b = story.grant("b", "r", 5000, 5010, 2);
            story.held(a, 20).held(b, 5020).held(a, 5030);
            assertThat(story.verdict()).containsExactly("Held by two");
        }

        @Test
        void ownHoldEnteredAgain_isRight() {
            long a = story.grant("a", "r", 0, 10, 1);
            long again = story.grant("a", "r", 15, 25, 1);
            story.held(a, 40).held(again, 28).released(again, 29, 30).released(a, 41, 42);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void holdTakenUpByReceipt_isRight() {
            long a = story.grant("a", "r", 0, 10, 1);
            story.held(a, 12).done(Kind.DETACH, "a", "r", 13, 14, 0);
            long b = story.attach("a", "r", 20, 22, 1);
            story.held(b, 30);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void holderThatWasForced_mayNotKnowYet() {
            long a = story.grant("a", "r", 0, 10, 1);
            story.done(Kind.FORCE, "", "r", 12, 14, 0);
            long b = story.grant("b", "r", 15, 25, 2);
            story.held(a, 30).held(b, 28);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void holderGrantedAfterAForce_isNotExcused() {
            story.done(Kind.FORCE, "", "r", 1, 2, 0);
            long a = story.grant("a", "r", 5, 10, 1);
            long b = story.grant("b", "r", 15, 25, 2);
            story.held(a, 30).held(b, 28);
            assertThat(story.verdict()).containsExactly("Held by two");
        }

        @Test
        void takeover_excusesTheOld_butNotItself() {
            long a = story.grant("a", "r", 0, 10, 1);
            long b = story.takeover("b", "r", 12, 14, 2);
            long c = story.grant("c", "r", 15, 25, 3);
            story.held(a, 20).held(b, 30).held(c, 28);
            assertThat(story.verdict()).containsExactly("Held by two");
        }

        @Test
        void clockThatJumps_isJudgedByFencesAlone() {
            long a = story.grant("a", "r", 0, 10, 2);
            long b = story.grant("b", "r", 15, 25, 1);
            story.held(a, 30).held(b, 28);
            Terms jumping = new Terms(Duration.ofSeconds(3), Duration.ofMillis(400), false);
            assertThat(story.verdict(jumping)).containsExactly("Fence does not grow");
        }
    }

    @Nested
    final class FencesGrow {
        @Test
        void smallerFenceLater_isFound() {
            long a = story.grant("a", "r", 0, 10, 5);
            story.released(a, 11, 12).grant("b", "r", 15, 25, 4);
            assertThat(story.verdict()).containsExactly("Fence does not grow");
        }

        @Test
        void fencesOfRequestsAtTheSameTime_mayComeBackInAnyOrder() {
            story.grant("a", "r", 0, 30, 5);
            story.grant("b", "r", 5, 25, 4);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void equalFencesOfTwoOwners_areFound() {
            story.grant("a", "r", 0, 30, 5);
            story.grant("b", "r", 5, 25, 5);
            assertThat(story.verdict()).containsExactly("Equal fences of different grants");
        }

        @Test
        void equalFenceAfterARelease_isFound() {
            long a = story.grant("a", "r", 0, 10, 5);
            story.released(a, 11, 12).grant("a", "r", 15, 25, 5);
            assertThat(story.verdict()).containsExactly("Equal fence after the hold had ended");
        }

        @Test
        void equalFenceAfterALoss_isFound() {
            long a = story.grant("a", "r", 0, 10, 5);
            story.lost(a, 12).grant("a", "r", 15, 25, 5);
            assertThat(story.verdict()).containsExactly("Equal fence after the hold had ended");
        }

        @Test
        void readersOfDifferentChangesWithOneFence_areFound() {
            story.grant("a", "", Mode.SHARED, "r", 0, 10, 5);
            story.grant("b", "", Mode.SHARED, "r", 15, 25, 5);
            assertThat(story.verdict()).containsExactly("Fence does not grow");
        }

        @Test
        void ownHoldEnteredAgain_afterAReleaseThatFailed_isRight() {
            story.grant("a", "", Mode.SHARED, "r", 0, 10, 5);
            story.grant("b", "", Mode.SHARED, "r", 15, 25, 6);
            story.grant("a", "", Mode.SHARED, "r", 30, 35, 5);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void grantAfterAFailedRequest_needsALargerFence() {
            story.add(Kind.ACQUIRE, Outcome.FAILED, 0, "a", "", Mode.EXCLUSIVE, "r", 0, 5, List.of(), 0, 0);
            story.grant("b", "r", 10, 15, 6);
            story.grant("a", "r", 30, 35, 5);
            assertThat(story.verdict()).containsExactly("Fence does not grow");
        }

        @Test
        void resources_haveFencesOfTheirOwn() {
            story.grant("a", "r", 0, 10, 5);
            story.grant("b", "s", 15, 25, 4);
            assertThat(story.verdict()).isEmpty();
        }
    }

    @Nested
    final class Limits {
        @Test
        void twoCharactersOfOneUserInOneScene_areFound() {
            long a = story.grant("a", "ann", Mode.EXCLUSIVE, "scene/1/character/1", 0, 10, 1);
            long b = story.grant("b", "ann", Mode.EXCLUSIVE, "scene/1/character/2", 15, 25, 2);
            story.held(a, 30).held(b, 28);
            assertThat(story.verdict()).containsExactly("Slot held twice");
        }

        @Test
        void charactersOfOtherUsersOrScenes_areRight() {
            long a = story.grant("a", "ann", Mode.EXCLUSIVE, "scene/1/character/1", 0, 10, 1);
            long b = story.grant("b", "bob", Mode.EXCLUSIVE, "scene/1/character/2", 15, 25, 2);
            long c = story.grant("c", "ann", Mode.EXCLUSIVE, "scene/2/character/1", 15, 25, 3);
            story.held(a, 30).held(b, 28).held(c, 29);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void twoGrantsOfOneUserWithinThePace_areFound() {
            story.grant("a", "ann", Mode.EXCLUSIVE, "paced/1", 0, 10, 1);
            story.grant("b", "ann", Mode.EXCLUSIVE, "paced/2", 100, 110, 2);
            assertThat(story.verdict()).containsExactly("Cooldown broken");
        }

        @Test
        void grantAfterThePace_isRight() {
            story.grant("a", "ann", Mode.EXCLUSIVE, "paced/1", 0, 10, 1);
            story.grant("b", "ann", Mode.EXCLUSIVE, "paced/2", 395, 405, 2);
            story.grant("c", "bob", Mode.EXCLUSIVE, "paced/3", 396, 405, 3);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void grantRightAfterARelease_isFound() {
            long a = story.grant("a", "ann", Mode.EXCLUSIVE, "paced/1", 0, 10, 1);
            story.add(
                    Kind.RELEASE,
                    Outcome.DONE,
                    a,
                    "a",
                    "ann",
                    Mode.EXCLUSIVE,
                    "paced/1",
                    1000,
                    1010,
                    List.of(),
                    1000,
                    0);
            story.grant("b", "ann", Mode.EXCLUSIVE, "paced/2", 1100, 1110, 2);
            assertThat(story.verdict()).containsExactly("Cooldown broken");
        }
    }

    @Nested
    final class Leftovers {
        @Test
        void endedOwnerThatIsGranted_isFound() {
            story.done(Kind.END_OWNER, "a", "", 0, 10, 0).grant("a", "r", 15, 25, 1);
            assertThat(story.verdict()).containsExactly("Ended owner granted");
        }

        @Test
        void ownerGrantedWhileItIsEnded_isRight() {
            story.done(Kind.END_OWNER, "a", "", 5, 20, 0).grant("a", "r", 15, 25, 1);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void endedOwnerThatStillHolds_isFound() {
            story.done(Kind.END_OWNER, "a", "", 0, 10, 0).done(Kind.LIST_OWNER, "a", "", 15, 25, 1);
            assertThat(story.verdict()).containsExactly("Ended owner still holds");
        }

        @Test
        void partOfALostHandle_isFound() {
            story.done(Kind.REMAINDER, "a", "r s", 0, 10, 1);
            assertThat(story.verdict()).containsExactly("Part of a lost handle remains");
        }

        @Test
        void resourceLockedAtTheEnd_isFound() {
            story.done(Kind.LEFTOVER, "", "r", 0, 10, 1);
            assertThat(story.verdict()).containsExactly("Locked by no process at the end");
        }

        @Test
        void unexpectedFailure_isFound() {
            story.add(Kind.RELEASE, Outcome.ERROR, 0, "a", "", Mode.EXCLUSIVE, "r", 0, 10, List.of(), 0, 0);
            assertThat(story.verdict()).containsExactly("Unexpected failure");
        }

        @Test
        void fenceOfALiveHoldThatIsDenied_isFound() {
            long a = story.grant("a", "r", 0, 10, 1);
            story.add(Kind.VERIFY, Outcome.REFUSED, a, "a", "", Mode.EXCLUSIVE, "r", 11, 12, List.of(), 13, 0);
            assertThat(story.verdict()).containsExactly("Fence of a live hold denied");
        }
    }

    @Nested
    final class Registers {
        @Test
        void olderFenceThatIsAccepted_isFound() {
            story.witnessed(Kind.REGISTERED, Outcome.DONE, "b", "r", 2)
                    .witnessed(Kind.REGISTERED, Outcome.DONE, "a", "r", 1);
            assertThat(story.verdict()).containsExactly("Older fence accepted after a newer one");
        }

        @Test
        void olderFenceThatIsRefused_isRight() {
            story.witnessed(Kind.REGISTERED, Outcome.DONE, "b", "r", 2)
                    .witnessed(Kind.REGISTERED, Outcome.REFUSED, "a", "r", 1)
                    .witnessed(Kind.REGISTERED, Outcome.DONE, "b", "r", 2);
            assertThat(story.verdict()).isEmpty();
        }

        @Test
        void oneFenceOfTwoWriters_isFound() {
            story.witnessed(Kind.REGISTERED, Outcome.DONE, "b", "r", 2)
                    .witnessed(Kind.REGISTERED, Outcome.DONE, "a", "r", 2);
            assertThat(story.verdict()).containsExactly("Two holders wrote with one fence");
        }

        @Test
        void lostUpdateOfACounter_isFound() {
            story.witnessed(Kind.COUNTED, Outcome.DONE, "a", "r", 1).witnessed(Kind.COUNTED, Outcome.LOST, "b", "r", 1);
            assertThat(story.verdict()).containsExactly("Update of a counter lost");
        }
    }
}
