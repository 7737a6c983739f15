package dev.holdfast.server.options;

import java.util.stream.IntStream;

/**
 * The limits of one signed-in user. 0 stands for no limit.
 *
 * @param waits requests that wait for a lock at a time
 * @param locks resources that the user holds or waits for, by all owners together
 * @param drafts drafts that are kept for the user
 * @param draftBytes of the texts of these drafts in UTF-8, together
 * @param sessions of browsers at a time
 * @param streams of events at a time
 * @param states of Terraform that the user has made
 * @param rejectedStates versions of states that are kept for people to see; older ones of the user give way
 */
public record Quota(
        int waits, int locks, int drafts, int draftBytes, int sessions, int streams, int states, int rejectedStates) {
    /** For readers and editors. */
    public static final Quota DEFAULT = new Quota(32, 1_000, 100, 4 << 20, 20, 100, 1_000, 100);

    /** For administrators, who often stand for programs. */
    public static final Quota ADMIN = new Quota(128, 10_000, 100, 4 << 20, 20, 100, 10_000, 100);

    /** No limits. */
    public static final Quota NONE = new Quota(0, 0, 0, 0, 0, 0, 0, 0);

    public Quota {
        if (IntStream.of(waits, locks, drafts, draftBytes, sessions, streams, states, rejectedStates)
                .anyMatch(most -> most < 0)) {
            throw new IllegalArgumentException("A quota cannot be negative; 0 stands for none.");
        }
    }
}
