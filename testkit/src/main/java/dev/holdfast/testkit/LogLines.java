package dev.holdfast.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines that Holdfast logs while this is open, each as its level and its message. */
public final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.holdfast");
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LogLines() {}

    public static LogLines open() {
        LogLines lines = new LogLines();
        lines.setLevel(Level.ALL);
        lines.logger.addHandler(lines);
        return lines;
    }

    /** Returns the lines about something, in their order. */
    public List<String> about(String text) {
        return lines.stream().filter(line -> line.contains(text)).toList();
    }

    @Override
    public void publish(LogRecord entry) {
        lines.add(entry.getLevel() + " " + entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
