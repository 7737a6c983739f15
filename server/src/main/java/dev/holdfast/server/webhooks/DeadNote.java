package dev.holdfast.server.webhooks;

/**
 * A dead letter as it is kept in the store, without its body.
 *
 * @param tries how many have failed
 * @param why the last one has, or why there was none; empty if that is not known
 */
record DeadNote(String id, int tries, String why) {
    private static final int MAX_WHY = 200;

    DeadNote {
        why = why.length() > MAX_WHY ? why.substring(0, MAX_WHY) : why;
    }

    /** Makes one without a reason that contains a part of the address: every program with the store's address could read it. */
    static DeadNote of(Delivery dead, HookOptions options) {
        String why = dead.failure() == null ? "" : dead.failure();
        return new DeadNote(dead.id(), dead.tries(), options.reveals(why) ? "" : why);
    }
}
