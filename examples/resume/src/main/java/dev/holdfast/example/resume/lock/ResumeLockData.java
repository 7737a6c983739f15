package dev.holdfast.example.resume.lock;

import dev.holdfast.Hold;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.process.ProcessTable;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The holder of a resume lock, as the lock file names it for every program. */
public record ResumeLockData(String jobId, long processId, String hostname, Instant acquiredAt) {
    private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final String UNKNOWN_HOST = "unknown";

    /** Creates the data of this process and the present time. */
    public ResumeLockData(String jobId) {
        this(jobId, self().pid(), host(self()), Instant.now());
    }

    private static ProcessId self() {
        return ProcessTable.system().self();
    }

    private static String host(ProcessId process) {
        return process.host().isEmpty() ? UNKNOWN_HOST : process.host();
    }

    /** Returns the data of a hold, if it names a process. */
    static Optional<ResumeLockData> of(String jobId, Hold hold) {
        return hold.owner().processes().stream()
                .findFirst()
                .map(process -> new ResumeLockData(jobId, process.pid(), host(process), hold.since()));
    }

    /** Reads a lock file's text; other fields are ignored. */
    public static ResumeLockData parse(String text) throws ResumeLockException {
        try {
            Map<String, @Nullable Object> fields = Json.readObject(text);
            if (fields.get("job_id") instanceof String jobId
                    && fields.get("process_id") instanceof Long processId
                    && fields.get("hostname") instanceof String hostname
                    && fields.get("acquired_at") instanceof String acquiredAt) {
                return new ResumeLockData(jobId, processId, hostname, Instant.parse(acquiredAt));
            }
        } catch (RuntimeException e) {
            throw new ResumeLockException("This is not the text of a lock file: " + e.getMessage(), e);
        }
        throw new ResumeLockException(
                "This is not the text of a lock file: it needs job_id, process_id, hostname and acquired_at.", null);
    }

    /** Returns the text of a lock file with this data. */
    public String json() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("job_id", jobId);
        fields.put("process_id", processId);
        fields.put("hostname", hostname);
        fields.put("acquired_at", acquiredAt.toString());
        return Json.writePretty(fields) + "\n";
    }

    /** Returns the holder as text for people. */
    public String who() {
        return "PID " + processId + " on " + hostname + " (acquired " + UTC.format(acquiredAt) + ")";
    }
}
