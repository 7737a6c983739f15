package dev.holdfast.internal.storage;

import dev.holdfast.internal.base.Text;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Lines for the log of the program, by {@link System.Logger}. A logger is looked up when there is a line for it, so that a
 * program in which nothing happens does not start its logging. Lines hold no receipt; passwords in addresses are masked.
 */
public final class Log {
    /** The logger of managers: outages, renewals, losses, settled answers, callbacks. */
    public static final String MANAGER = "dev.holdfast";

    private static final int MAX_REMEMBERED = 1_000;
    private static final Pattern CREDENTIALS = Pattern.compile("//\\S*@");
    private static final Pattern PASSWORD = Pattern.compile("(?i)(password|token|secret)=[^&\\s]*");
    private static final Set<String> REMEMBERED = ConcurrentHashMap.newKeySet();

    private Log() {}

    /** Reports that things are well again. */
    public static void info(String logger, String line) {
        System.getLogger(logger).log(Level.INFO, plain(line));
    }

    /** Reports that something does not work as it should. */
    public static void warning(String logger, String line) {
        System.getLogger(logger).log(Level.WARNING, plain(line));
    }

    /** Reports the same line only once, for what is found again at every look. */
    public static void warningOnce(String logger, String line) {
        if (REMEMBERED.size() >= MAX_REMEMBERED) {
            REMEMBERED.clear();
        }
        if (REMEMBERED.add(line)) {
            warning(logger, line);
        }
    }

    /** Reports a callback that has failed, with its stack trace; also to the program's own handler, if it has set one. */
    public static void callbackFailed(Throwable mistake) {
        report("A callback has failed.", mistake, true);
    }

    /**
     * Reports a failure that must not end the thread it happened on, with its stack trace; an Error also to the handler of
     * uncaught exceptions, which may end the process. Never throws.
     */
    public static void broke(String what, Throwable failure) {
        report(what, failure, failure instanceof Error);
    }

    @SuppressWarnings("EmptyCatch") // a report that fails must not end the thread either
    private static void report(String what, Throwable failure, boolean toHandler) {
        try {
            System.getLogger(MANAGER).log(Level.ERROR, what, failure);
        } catch (Throwable e) {
            // There may be no memory left for a line; the handler below can still end the process.
        }
        try {
            Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
            if (toHandler && handler != null) {
                handler.uncaughtException(Thread.currentThread(), failure);
            }
        } catch (Throwable e) {
            // The same.
        }
    }

    /** Returns a text on one line and without passwords. */
    static String plain(String text) {
        String shown = CREDENTIALS.matcher(text).replaceAll("//…@");
        shown = PASSWORD.matcher(shown).replaceAll("$1=…");
        return Text.shown(shown);
    }

    /** Returns a time as people write it. */
    public static String seconds(long nanos) {
        long millis = Math.max(0, nanos) / 1_000_000;
        return millis < 10_000 ? millis / 1_000 + "." + millis % 1_000 / 100 + " s" : millis / 1_000 + " s";
    }
}
