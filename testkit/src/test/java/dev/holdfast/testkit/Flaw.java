package dev.holdfast.testkit;

import java.util.Set;

/** One thing that a store can get wrong, and the tests of the suite that find it: these and no others. */
enum Flaw {
    NONE,
    STALE_VERSION_ACCEPTED(
            "batch_deleteThenMake_isAppliedInThatOrder",
            "change_deletedAndMadeAgainMeanwhile_isRefused",
            "put_staleVersion_isRefused"),
    FUTURE_VERSION_ACCEPTED("conflict_bringsEveryRecordOfTheGroup", "put_versionNotYetReached_isRefused"),
    ABSENT_MEANS_ANY(
            "answers_bringTheStoresTime",
            "batch_sameKeyTwice_isAppliedOneAfterTheOther",
            "batch_someGroupsRefused_appliesTheOthers",
            "group_oneStaleChange_changesNothing",
            "history_ofRefusedGroup_isEmpty",
            "put_absentForManyAtOnce_oneWins",
            "put_presentButExpectedAbsent_isRefused"),
    DELETED_MEANS_ANY(
            "batch_someGroupsRefused_appliesTheOthers",
            "group_oneStaleChange_changesNothing",
            "put_deletedMeanwhile_isRefused"),
    ANY_VERSION_DELETED(
            "change_deletedAndMadeAgainMeanwhile_isRefused",
            "delete_staleVersion_isRefused",
            "version_afterDeletionAndRestart_isLarger"),
    WRITE_APART_FROM_JUDGEMENT(
            "check_whileTheOtherIsWritten_isPartOfTheAtomicStep",
            "put_absentForManyAtOnce_oneWins",
            "put_byManyAtOnce_losesNoUpdate",
            "version_whileManyMakeAndDelete_growsInOrder"),
    HALF_GROUP_APPLIED("group_failingCheck_changesNothing", "group_oneStaleChange_changesNothing"),
    CHECK_IGNORED(
            "change_deletedAndMadeAgainMeanwhile_isRefused",
            "check_whileTheOtherIsWritten_isPartOfTheAtomicStep",
            "group_failingCheck_changesNothing"),
    CHECK_APART_FROM_WRITE("check_whileTheOtherIsWritten_isPartOfTheAtomicStep"),
    READ_KEY_BY_KEY("group_whileOthersRead_isNeverSeenInPart"),
    CONFLICT_BRINGS_STALE_KEY_ONLY("conflict_bringsEveryRecordOfTheGroup"),
    BATCH_STOPS_AT_REFUSAL("batch_someGroupsRefused_appliesTheOthers"),
    BATCH_JUDGED_AT_START("batch_deleteThenMake_isAppliedInThatOrder", "batch_sameKeyTwice_isAppliedOneAfterTheOther"),
    VERSION_FORGOTTEN_WITH_RECORD(
            "batch_deleteThenMake_isAppliedInThatOrder",
            "change_deletedAndMadeAgainMeanwhile_isRefused",
            "version_afterDeletionAndRestart_isLarger",
            "version_afterDeletionByAnother_isLarger",
            "version_afterDeletion_isLarger",
            "version_clockSetBackAfterDeletion_isLarger",
            "version_clockSetBackAndRestarted_isLarger",
            "version_whileManyMakeAndDelete_growsInOrder",
            "watch_underLoad_showsTheLastStateInOrder"),
    VERSION_OF_FIRST_KEY("version_ofGroup_isLargerThanAllItsKeysHad"),
    VERSION_PER_STORE(
            "delete_staleVersion_isRefused",
            "put_staleVersion_isRefused",
            "version_afterDeletionAndRestart_isLarger",
            "version_afterDeletionByAnother_isLarger",
            "version_afterRestart_isLarger",
            "version_clockSetBackAfterDeletion_isLarger",
            "version_clockSetBackAndRestarted_isLarger",
            "version_ofEachWrite_isLarger"),
    VERSION_FROM_ZERO_AFTER_RESTART(
            "version_afterDeletionAndRestart_isLarger",
            "version_afterRestart_isLarger",
            "version_clockSetBackAndRestarted_isLarger"),
    VERSION_FROM_RECORDS_AFTER_RESTART(
            "version_afterDeletionAndRestart_isLarger", "version_clockSetBackAndRestarted_isLarger"),
    VERSION_FROM_CLOCK(
            "version_clockSetBackAfterDeletion_isLarger",
            "version_clockSetBackAnHour_isLarger",
            "version_clockSetBackAndRestarted_isLarger"),
    VERSION_FROM_CLOCK_OR_RECORD(
            "version_clockSetBackAfterDeletion_isLarger", "version_clockSetBackAndRestarted_isLarger"),
    VERSION_FROM_CLOCK_AFTER_RESTART(
            "version_afterDeletionAndRestart_isLarger",
            "version_afterRestart_isLarger",
            "version_clockSetBackAndRestarted_isLarger"),
    FENCE_MOVES_WITH_EACH_WRITE("version_inTheBody_isThatOfItsWrite", "body_ofEachKind_isReadAsItWasWritten"),
    STAMP_OF_CALLER("conflict_bringsEveryRecordOfTheGroup", "stamp_isTheStoresTime"),
    STAMP_OF_READING("stamp_ofARecord_staysWhileTimePasses"),
    TIME_OF_LAST_CHANGE("answers_bringTheStoresTime", "conflict_bringsEveryRecordOfTheGroup"),
    MARK_LOST("body_ofEachKind_isReadAsItWasWritten"),
    WAITERS_NOT_INDEXED("query_owner_findsHoldersAndWaiters", "query_ofAQueueThatChanges_findsThoseWhoWait"),
    DRAFTS_NOT_INDEXED("query_user_findsAllOwnersOfThatUser"),
    DUE_INDEXED_TOO_LATE(
            "query_afterChangeAndDeletion_findsOnlyWhatIs", "query_due_findsWhatIsOverByTheRecordsOwnTimes"),
    INDEX_KEEPS_FORMER_OWNERS(
            "query_afterChangeAndDeletion_findsOnlyWhatIs", "query_ofAQueueThatChanges_findsThoseWhoWait"),
    CASE_FOLDED(
            "name_ofOtherRecord_isNeverRefused",
            "name_ofResource_isKeptApartFromAllOthersOrRefused",
            "name_plain_isKept",
            "query_all_listsOneKindByName",
            "query_prefix_isTakenLiterally"),
    REFUSED_EVENTS_TOLD("history_ofRefusedGroup_isEmpty"),
    TORN_BY_INTERRUPT("interrupt_duringChanges_corruptsNothing"),
    FEED_WITHOUT_SNAPSHOT("watch_closed_showsNothingMore", "watch_first_showsWhatIsThere"),
    FEED_OF_OWN_CHANGES(
            "watch_changeByAnother_isShown",
            "watch_changeForOneWaiter_isShownToAll",
            "watch_quietChange_isShownToo",
            "watch_underLoad_showsTheLastStateInOrder"),
    FEED_DROPS_NEWEST_UNDER_LOAD("watch_underLoad_showsTheLastStateInOrder"),
    FEED_OUT_OF_ORDER("watch_underLoad_showsTheLastStateInOrder"),
    FEED_KEEPS_CLOSED("watch_closed_isNotKept");

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<String> foundBy;

    Flaw(String... foundBy) {
        this.foundBy = Set.of(foundBy);
    }

    Set<String> foundBy() {
        return foundBy;
    }
}
