package dev.holdfast.cli.output;

/** A word of a shell command that a message suggests, or that is written into a script. */
public final class ShellQuote {
    private ShellQuote() {}

    /** Returns the word so that a shell takes it as one, and as nothing but text. */
    public static String quoted(String word) {
        boolean plain = !word.isEmpty() && word.chars().allMatch(ShellQuote::isPlain);
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "_./:@%+=-".indexOf(c) >= 0;
    }
}
