package dev.holdfast.cli.serve;

import dev.holdfast.cli.project.LogFormat;
import java.io.PrintStream;
import java.time.ZoneId;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The log of a server, on one stream. */
public final class ServeLog {
    private static final String NAME = "dev.holdfast.server";

    private final Handler handler;

    private ServeLog(Handler handler) {
        this.handler = handler;
    }

    /** Installs the only log handler of this process and removes earlier ones. */
    public static ServeLog on(PrintStream stream, LogFormat format) {
        Handler handler = new Lines(stream);
        handler.setFormatter(new LogLine(format, ZoneId.systemDefault()));
        Logger root = Logger.getLogger("");
        for (Handler other : root.getHandlers()) {
            root.removeHandler(other);
        }
        root.addHandler(handler);
        return new ServeLog(handler);
    }

    /** Says something itself; also while the process ends, when logging has ended already. */
    public void say(String sentence) {
        LogRecord entry = new LogRecord(Level.INFO, sentence);
        entry.setLoggerName(NAME);
        handler.publish(entry);
    }

    /** Writes each entry as a whole. */
    private static final class Lines extends Handler {
        private final PrintStream stream;

        Lines(PrintStream stream) {
            this.stream = stream;
        }

        @Override
        public void publish(LogRecord entry) {
            if (isLoggable(entry)) {
                stream.print(getFormatter().format(entry));
                stream.flush();
            }
        }

        @Override
        public void flush() {
            stream.flush();
        }

        /** Flushes. The stream belongs to the caller. */
        @Override
        public void close() {
            flush();
        }
    }
}
