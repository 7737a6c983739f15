package dev.holdfast.check;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Turns JUnit's events of one class into results. */
record Listener(String className, Consumer<Result> results) implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        switch (result.getStatus()) {
            case FAILED -> report(Result.State.FAILED, test, text(result));
            case ABORTED -> report(Result.State.SKIPPED, test, firstLine(text(result)));
            default -> {
                if (test.isTest()) {
                    report(Result.State.PASSED, test, "");
                }
            }
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        report(Result.State.SKIPPED, test, reason);
    }

    /** Reports a test that only a full check runs. */
    void leftOut(MethodSource source, String reason) {
        results.accept(
                new Result(Result.State.LEFT_OUT, className, source.getMethodName(), source.getMethodName(), reason));
    }

    private void report(Result.State state, TestIdentifier test, String message) {
        TestSource source = test.getSource().orElse(null);
        String method = source instanceof MethodSource named ? named.getMethodName() : "";
        // Of a class, JUnit's name for people may be a sentence; the class is known anyway.
        String name = method.isEmpty() && test.isContainer() ? "" : test.getLegacyReportingName();
        results.accept(new Result(state, className, name, method, message));
        if (state == Result.State.FAILED) {
            System.err.println(test.getDisplayName() + " failed: " + message);
        }
    }

    private static String text(TestExecutionResult result) {
        Throwable failure = result.getThrowable().orElse(null);
        if (failure == null) {
            return "It did not say why.";
        }
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static String firstLine(String text) {
        String line = Objects.requireNonNull(text.lines().findFirst().orElse(""));
        int colon = line.indexOf(": ");
        return colon < 0 ? line : line.substring(colon + 2);
    }
}
