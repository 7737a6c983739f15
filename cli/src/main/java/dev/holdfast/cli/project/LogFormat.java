package dev.holdfast.cli.project;

/** The format of a server's log: for people, or for programs that collect logs. */
public enum LogFormat {
    TEXT,
    JSON;

    /**
     * Returns the format of that name.
     *
     * @throws IllegalArgumentException with what to write instead
     */
    public static LogFormat parse(String text) {
        return switch (text) {
            case "text" -> TEXT;
            case "json" -> JSON;
            default -> throw new IllegalArgumentException("A log is text or json, not '" + text + "'.");
        };
    }
}
