package dev.holdfast;

import dev.holdfast.LockManager.StoreTraits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the locks of others, and on the store as a whole. Every method may block, and may throw a {@link
 * StoreException}. Thread-safe.
 */
public interface LockAdmin {

    /**
     * Ends every hold on a resource, on behalf of an actor other than the holder.
     *
     * @return the holds that were ended
     */
    List<Hold> forceRelease(String resource, String actor, String reason);

    /**
     * Ends the hold with that fence, on behalf of an actor other than the holder. Other holds go on: if the actor saw one hold
     * and another owner has it by now, nothing changes.
     *
     * @return the hold that was ended; empty if there is no such hold any more
     */
    List<Hold> forceRelease(String resource, long fence, String actor, String reason);

    /**
     * Ends an owner: releases all its holds, withdraws its waiting requests, and refuses its later requests, even those that
     * are already on their way.
     *
     * @return how many holds were released
     */
    int endOwner(String ownerId);

    /**
     * Ends every hold on every resource, on behalf of an actor that is sure that no work is going on.
     *
     * @return how many holds were ended
     */
    int clear(String actor);

    /**
     * Removes holds and waiting requests that are over, and announces their end. No acquire depends on it, since what is over
     * counts as free.
     *
     * @return how many resources were tidied
     */
    int sweep();

    /** Returns past events, newest first. */
    List<HistoryEntry> history(HistoryQuery query);

    /** Returns warnings about the state of the store, in sentences for people. Each is returned once per process. */
    List<String> warnings();

    /** Returns the policy of a resource: how long a hold lasts, and whether a request may wait. */
    Policy policy(String resource);

    /** Returns the properties of the store. Never fails. */
    StoreTraits traits();

    /**
     * Returns a page of the locks that are held or waited for, in the order of their names. For the next page ask for those
     * {@linkplain LockQuery#after after} the last one, until a page is not full.
     */
    List<LockView> list(LockQuery query);

    /**
     * The locks to list. All conditions must match; those that are null or empty do not count.
     *
     * @param prefix of the resource
     * @param owner the id of an owner that holds it or waits for it
     * @param user a user one of whose owners does
     * @param after only resources after this one
     * @param limit the maximum number of locks
     */
    record LockQuery(
            String prefix, @Nullable String owner, @Nullable String user, String after, int limit) {
        /** All locks, a thousand in a page. */
        public static final LockQuery ALL = new LockQuery("", null, null, "", 1_000);

        public LockQuery {
            if (limit < 1) {
                throw new IllegalArgumentException("A page must have room for at least one lock, not " + limit + ".");
            }
        }

        /** Returns a copy for resources whose names begin with that text. */
        public LockQuery prefix(String newPrefix) {
            return new LockQuery(newPrefix, owner, user, after, limit);
        }

        /** Returns a copy for the locks of one owner. */
        public LockQuery owner(String ownerId) {
            return new LockQuery(prefix, ownerId, user, after, limit);
        }

        /** Returns a copy for the locks of one user. */
        public LockQuery user(String newUser) {
            return new LockQuery(prefix, owner, newUser, after, limit);
        }

        /** Returns a copy for the page that follows that resource. */
        public LockQuery after(String resource) {
            return new LockQuery(prefix, owner, user, resource, limit);
        }

        /** Returns a copy with another maximum number of locks. */
        public LockQuery limit(int newLimit) {
            return new LockQuery(prefix, owner, user, after, newLimit);
        }
    }

    /**
     * The part of the history to list.
     *
     * @param prefix of the resource
     * @param owner the id of the owner it happened to, or null for any
     * @param limit the maximum number of events, the newest first
     */
    public record HistoryQuery(String prefix, @Nullable String owner, int limit) {
        /** The newest hundred events. */
        public static final HistoryQuery NEWEST = new HistoryQuery("", null, 100);

        /** Returns whether an event meets every condition but the limit. */
        public boolean matches(HistoryEntry past) {
            LockEvent event = past.event();
            return event.resource().startsWith(prefix)
                    && (owner == null || owner.equals(event.hold().owner().id()));
        }
    }
}
