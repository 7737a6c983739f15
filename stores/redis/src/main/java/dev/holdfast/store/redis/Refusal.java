package dev.holdfast.store.redis;

import io.lettuce.core.RedisCommandExecutionException;

/** An answer by which the server, or our script in it, says that it did nothing and what is to be done first. */
record Refusal(String said) {
    private static final String QUIET = "HOLDFAST quiet ";

    /** Returns the refusal in a failure; an empty one if the failure is none. */
    static Refusal of(Throwable failure) {
        RedisCommandExecutionException answer = RedisFailure.find(failure, RedisCommandExecutionException.class);
        return new Refusal(answer == null ? "" : String.valueOf(answer.getMessage()));
    }

    /** Returns whether the server does not know the script, so that its text must be sent. */
    boolean isUnknownScript() {
        return said.startsWith("NOSCRIPT");
    }

    /** Returns whether all records are gone, since the server was emptied. */
    boolean isGone() {
        return said.startsWith("HOLDFAST gone");
    }

    /** Returns whether something may have been lost a moment ago; nothing is changed until all holders can have learnt of it. */
    boolean isQuiet() {
        return said.startsWith(QUIET);
    }

    /** Returns for how long nothing is changed. */
    long quietMicros() {
        return Long.parseLong(said.substring(QUIET.length()).strip());
    }
}
