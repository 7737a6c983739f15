package dev.holdfast.cli.terminal;

import dev.holdfast.cli.base.Environment;
import java.util.Optional;
import java.util.function.IntFunction;

/** The notice during a wait: at a terminal a line that changes, without one a line a minute. */
public interface WaitNotice extends AutoCloseable {
    /**
     * Begins to show it.
     *
     * @param text returns a sentence that names at most that many holders, or nothing
     */
    static WaitNotice show(
            Optional<TerminalUser> user, Environment environment, boolean quiet, IntFunction<String> text) {
        if (quiet) {
            return () -> {};
        }
        return user.isPresent() ? WaitingLine.show(user.get(), text) : WaitingReport.show(environment, text);
    }

    /** Tells a user at a terminal that the wait was successful. */
    default void ring() {}

    @Override
    void close();
}
