package dev.holdfast.testkit;

import java.util.Set;

/** One thing that a manager can get wrong under a crowd or by old news, and the tests of its contract that find it. */
enum ManagerFlaw {
    NONE,
    /** Of callers at one moment, one is decided, and all get its answer. */
    ANSWERS_SHARED("crowd_onOneResource_isServedInSomeSerialOrder"),
    /** What a decision rests on is not checked in its change. */
    CHECKS_DROPPED("crowd_ofAnEndedOwner_getsNothing"),
    /** The records of limits that span resources are neither compared nor kept. */
    LIMITS_DROPPED("crowd_ofOneUser_getsNoSecondLockInAScope", "crowd_ofOneUser_doesNotPassTheCooldown"),
    /** No hold is bound to a process, so that none is proven alive. */
    PROCESSES_DROPPED("crowd_pastTheCleanUpAge_takesNothingFromALivingProcess"),
    /** What a feed has told answers the caller. */
    NEWS_ANSWERS(
            "lock_deleted_isNotHeldByALateOlderEntry",
            "lock_toldToBeFree_isNotGrantedIfItIsHeld",
            "lock_toldToBeHeld_isGrantedIfItIsFree",
            "retry_afterItsHoldIsOver_isNotAnsweredByOldNews");

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<String> foundBy;

    ManagerFlaw(String... foundBy) {
        this.foundBy = Set.of(foundBy);
    }

    Set<String> foundBy() {
        return foundBy;
    }
}
