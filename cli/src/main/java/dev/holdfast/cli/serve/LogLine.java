package dev.holdfast.cli.serve;

import dev.holdfast.StoreException;
import dev.holdfast.cli.project.LogFormat;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.views.JsonAnswer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/**
 * Formats a log entry as one line. A failure is a sentence. Only an error of the program has a stack trace: on further lines
 * for people, in the same object for programs.
 */
final class LogLine extends Formatter {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final LogFormat format;
    private final ZoneId zone;

    LogLine(LogFormat format, ZoneId zone) {
        this.format = format;
        this.zone = zone;
    }

    @Override
    public String format(LogRecord entry) {
        Throwable thrown = entry.getThrown();
        String message = String.valueOf(formatMessage(entry));
        return format == LogFormat.JSON ? json(entry, message, thrown) : text(entry, message, thrown);
    }

    private static String json(LogRecord entry, String message, @Nullable Throwable thrown) {
        JsonAnswer line = new JsonAnswer()
                .with("time", entry.getInstant().truncatedTo(ChronoUnit.MILLIS).toString())
                .with("level", level(entry.getLevel()))
                .with("logger", String.valueOf(entry.getLoggerName()))
                .with("message", message);
        if (thrown != null) {
            line.with("error", error(thrown));
        }
        if (isOurs(thrown)) {
            line.with("stack", stack(thrown));
        }
        return line.line() + "\n";
    }

    private String text(LogRecord entry, String message, @Nullable Throwable thrown) {
        return TIME.format(entry.getInstant().atZone(zone)) + " " + level(entry.getLevel()) + " " + Text.shown(message)
                + (thrown == null ? "" : " (" + Text.shown(error(thrown)) + ")")
                + "\n"
                + (isOurs(thrown) ? Text.shownLines(stack(thrown)) : "");
    }

    /** Returns the level in the words of log collectors. */
    private static String level(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "ERROR";
        } else if (level.intValue() >= Level.WARNING.intValue()) {
            return "WARN";
        }
        return level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }

    private static String error(Throwable thrown) {
        String message = thrown.getMessage();
        return thrown.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }

    /** Returns whether the cause is an error of the program. An unreachable store or a broken connection is none. */
    private static boolean isOurs(@Nullable Throwable thrown) {
        return (thrown instanceof RuntimeException && !(thrown instanceof StoreException)) || thrown instanceof Error;
    }

    private static String stack(@Nullable Throwable thrown) {
        StringWriter text = new StringWriter();
        if (thrown != null) {
            thrown.printStackTrace(new PrintWriter(text, true));
        }
        return text.toString();
    }
}
