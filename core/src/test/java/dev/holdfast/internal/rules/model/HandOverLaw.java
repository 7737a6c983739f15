package dev.holdfast.internal.rules.model;

/** What must hold of requests to hand over, in every order of events. */
enum HandOverLaw {
    /** Two holds never exclude each other. */
    EXCLUSION,
    /** A holder that counts on its lease is in the record, unless it gave up its hold itself or was told of its end. */
    BELIEF,
    /** The hold of an asker that was served has a larger fence than the one it asked for. */
    FENCE,
    /** A request counts as handed over only if its asker has the resource under its receipt, or waits for further holders. */
    HANDED,
    /** A hold ends when it was promised, or before. */
    PROMISE,
    /** A request ends with its hold, and its asker can read how. */
    ENDS,
    /** A request ends once. What was declined, withdrawn or has lapsed never comes to hold. */
    ONCE,
    /** A person has one open request for a resource. */
    ONE_OPEN,
    /** A person makes no more requests in an hour than the policy allows, whatever becomes of them and of the holds. */
    PER_HOUR,
    /** No asker gets the resource that is dead, has ended, or may not have it because of a limit. */
    RECEIVER,
    /** No asker passes those who wait, unless the policy says so. */
    QUEUE,
    /** A hold that no request ends lasts as long as its lease. */
    LEASE,
    /** After a loss the resource stays closed for the time that the policy says, and only a takeover passes that. */
    CLOSED,
    /** Nothing but a loss closes a resource, and for no longer. */
    OPEN,
    /** Of several readers one at most asks the others to leave: two would wait for each other. */
    ONE_LEAVES
}
