package dev.holdfast.cli.doctor;

import dev.holdfast.internal.views.JsonAnswer;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one check.
 *
 * @param about the checked part, in a word or two
 * @param text the state, and what to do if there is a problem
 */
public record Finding(State state, String about, String text) {
    /** The state of the checked part. */
    public enum State {
        OK,
        WARNING,
        PROBLEM
    }

    static Finding ok(String about, String text) {
        return new Finding(State.OK, about, text);
    }

    static Finding warning(String about, String text) {
        return new Finding(State.WARNING, about, text);
    }

    static Finding problem(String about, String text) {
        return new Finding(State.PROBLEM, about, text);
    }

    public boolean isProblem() {
        return state == State.PROBLEM;
    }

    /** Returns the finding as a line for people. */
    public String line() {
        return String.format(Locale.ROOT, "%-8s %-10s %s", label(), about, text);
    }

    /** Returns the finding as JSON. */
    public Map<String, @Nullable Object> tree() {
        return new JsonAnswer()
                .with("level", label())
                .with("about", about)
                .with("sentence", text)
                .tree();
    }

    private String label() {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
