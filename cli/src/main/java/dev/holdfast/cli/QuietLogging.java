package dev.holdfast.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.logging.LogManager;

/**
 * The logging of the command: only errors of the program, because a command prints its own messages. {@code serve} replaces it
 * with its own log. The JDK reads it with the first log entry, so a start does not pay for it.
 */
public final class QuietLogging {
    private static final String CLASS_PROPERTY = "java.util.logging.config.class";
    private static final String FILE_PROPERTY = "java.util.logging.config.file";
    private static final String SETTINGS = """
            handlers=java.util.logging.ConsoleHandler
            .level=INFO
            java.util.logging.ConsoleHandler.level=SEVERE
            java.util.logging.SimpleFormatter.format=holdfast: %5$s%6$s%n
            """;

    /** Creates the configuration. The JDK calls this. */
    public QuietLogging() throws IOException {
        LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(SETTINGS.getBytes(ISO_8859_1)));
    }

    /** Has the JDK use this, unless the user has chosen other settings. */
    static void install() {
        if (System.getProperty(FILE_PROPERTY) == null && System.getProperty(CLASS_PROPERTY) == null) {
            System.setProperty(CLASS_PROPERTY, "dev.holdfast.cli.QuietLogging");
        }
    }
}
