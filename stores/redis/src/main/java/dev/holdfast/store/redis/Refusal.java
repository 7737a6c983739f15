package dev.holdfast.store.redis;

import io.lettuce.core.RedisCommandExecutionException;

/** An answer by which the server, or our script in it, says that it did nothing and what is to be done first. */
record Refusal(String said) {
    private static final String QUIET = "HOLDFAST quiet ";

    /** Of a failure that is no such answer, one that says nothing. */
    static Refusal of(Throwable failure) {
        RedisCommandExecutionException answer = RedisFailure.find(failure, RedisCommandExecutionException.class);
        return new Refusal(answer == null ? "" : String.valueOf(answer.getMessage()));
    }

    /** The server does not know the script, only its text will do. */
    boolean isUnknownScript() {
        return said.startsWith("NOSCRIPT");
    }

    /** The records are gone, all of them: somebody emptied the server. */
    boolean isGone() {
        return said.startsWith("HOLDFAST gone");
    }

    /** Something may have been lost a moment ago; nothing is changed until all holders can have learnt of it. */
    boolean isQuiet() {
        return said.startsWith(QUIET);
    }

    /** For how long that is. */
    long quietMicros() {
        return Long.parseLong(said.substring(QUIET.length()).strip());
    }
}
