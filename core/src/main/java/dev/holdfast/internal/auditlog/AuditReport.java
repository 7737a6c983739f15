package dev.holdfast.internal.auditlog;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of checking an audit log.
 *
 * @param broken the first place where the chain is broken; null if it is intact
 * @param files those that were read
 * @param lines how many of them are intact
 * @param firstFile the number of the first file
 * @param last the last line that is intact; null if there is none
 * @param remarks events that the log itself records and that concern its completeness, as sentences
 */
public record AuditReport(
        @Nullable Break broken,
        List<Path> files,
        long lines,
        long firstFile,
        @Nullable Last last,
        List<String> remarks) {
    public AuditReport {
        files = List.copyOf(files);
        remarks = List.copyOf(remarks);
    }

    /**
     * The place where a chain is broken.
     *
     * @param line in the file, from 1; 0 if the file as a whole is meant
     * @param why a sentence that also says what it means
     */
    public record Break(Path file, long line, String why) {}

    /**
     * The last line.
     *
     * @param number as the line says
     * @param stopped whether it says that the server was stopped in order
     */
    public record Last(long number, String hash, String time, boolean stopped) {}

    public boolean intact() {
        return broken == null;
    }
}
