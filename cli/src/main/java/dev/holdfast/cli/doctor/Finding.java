package dev.holdfast.cli.doctor;

import dev.holdfast.json.JsonAnswer;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that was looked at.
 *
 * @param about what, in a word or two
 * @param text how it is, and what to do if it is not well
 */
public record Finding(State state, String about, String text) {
    /** How it is. */
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

    /** For people. */
    public String line() {
        return String.format(Locale.ROOT, "%-8s %-10s %s", label(), about, text);
    }

    /** For programs. */
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
