package dev.holdfast.cli.output;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import java.util.List;

/** Colours for a terminal, or none: meaning is never carried by a colour alone. */
public enum Palette {
    PLAIN,
    COLORED;

    private static final String END = "\u001B[0m";

    /**
     * Returns the palette for {@code --color}: always, never, or auto. Auto means colours if the stream is a terminal and
     * {@code NO_COLOR} is not set.
     */
    public static Palette of(String option, Environment environment, Terminal stream) {
        require(option);
        return switch (option) {
            case "always" -> COLORED;
            case "never" -> PLAIN;
            default ->
                environment.variable("NO_COLOR") == null
                                && !"dumb".equals(environment.variable("TERM"))
                                && stream.present()
                        ? COLORED
                        : PLAIN;
        };
    }

    /** Throws if {@code --color} has none of its values. */
    public static void require(String option) {
        if (!List.of("always", "never", "auto").contains(option)) {
            throw CommandFailure.usage("--color is always, never or auto, not '" + option + "'.");
        }
    }

    public String heading(String text) {
        return painted("1", text);
    }

    public String warning(String text) {
        return painted("33", text);
    }

    public String good(String text) {
        return painted("32", text);
    }

    private String painted(String code, String text) {
        return this == PLAIN ? text : "\u001B[" + code + "m" + text + END;
    }
}
