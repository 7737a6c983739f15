package dev.holdfast.spring.jpa;

import java.util.regex.Pattern;

/** Recognizes loads by a stateless session, for which Hibernate has no event. They are found on the stack of the thread. */
final class StatelessReads {
    private static final String SESSION = "org.hibernate.internal.StatelessSessionImpl";
    private static final Pattern READ =
            Pattern.compile("(?:lambda\\$)?(?:get|fetch|refresh|internalLoad|immediateLoad|initializeCollection).*");

    private StatelessReads() {}

    /** Returns whether the current statement loads an entity for a stateless session. */
    static boolean now() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getClassName().equals(SESSION))
                        .findFirst()
                        .filter(frame -> READ.matcher(frame.getMethodName()).matches())
                        .isPresent());
    }
}
