package dev.holdfast.example.resume.lock;

import dev.holdfast.Hold;
import dev.holdfast.ProcessId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The holder of a resume lock, as the lock file names it for every program. */
public record ResumeLockData(String jobId, long processId, String hostname, Instant acquiredAt) {
    private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final String UNKNOWN_HOST = "unknown";

    /** Loaded when a text is written or read: taking a lock needs none. */
    private static final class LockFile {
        static final JsonMapper JSON = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                .build();
    }

    /** Creates the data of this process and the present time. */
    public ResumeLockData(String jobId) {
        this(jobId, ProcessHandle.current().pid(), host(), Instant.now());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return UNKNOWN_HOST;
        }
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
            return LockFile.JSON.readValue(text, ResumeLockData.class);
        } catch (JacksonException e) {
            throw new ResumeLockException(
                    "This is not the text of a lock file, with job_id, process_id, hostname and acquired_at: "
                            + e.getOriginalMessage(),
                    e);
        }
    }

    /** Returns the text of a lock file with this data. */
    public String json() {
        return LockFile.JSON.writeValueAsString(this) + "\n";
    }

    /** Returns the holder as text for people. */
    public String who() {
        return "PID " + processId + " on " + hostname + " (acquired " + UTC.format(acquiredAt) + ")";
    }
}
