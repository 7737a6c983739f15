package dev.holdfast.check;

/**
 * The result of a test, or of a class whose set-up failed.
 *
 * @param test the method with its parameters, or empty for the class
 * @param method the method's name, or empty for the class
 * @param message why it failed, was skipped or was left out
 */
record Result(State state, String className, String test, String method, String message) {
    enum State {
        PASSED,
        FAILED,
        SKIPPED,
        /** Only {@code ./check --all} runs it. */
        LEFT_OUT
    }

    String simpleName() {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
