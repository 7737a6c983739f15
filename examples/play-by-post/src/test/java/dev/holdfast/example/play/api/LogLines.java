package dev.holdfast.example.play.api;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** All that this process logs while it is open, in detail too. */
final class LogLines extends Handler implements AutoCloseable {
    private static final Logger OURS = Logger.getLogger("dev.holdfast");

    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LogLines() {
        setLevel(Level.ALL);
    }

    static LogLines capture() {
        LogLines log = new LogLines();
        OURS.setLevel(Level.ALL);
        Logger.getLogger("").addHandler(log);
        return log;
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getLoggerName() + " " + line.getMessage() + " " + Arrays.toString(line.getParameters()) + " "
                + line.getThrown());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        Logger.getLogger("").removeHandler(this);
        OURS.setLevel(null);
    }
}
