package dev.holdfast.server.audit;

import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.DenialBudget;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Recorder;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.options.AuditOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** Records the actions and denials of calls in the audit log, with the user, address and token. Thread-safe. */
public final class AuditTrail implements Recorder, AutoCloseable {
    /** A line that takes longer counts as not written. */
    private static final Duration MAX_WRITE_TIME = Duration.ofSeconds(2);

    private static final Duration SUMMARY = Duration.ofSeconds(10);

    private final AuditOptions options;
    private final AuditLog log;
    private final RequestOrigin origin;
    private final InstantSource clock;
    private final RecordedOnce seen = new RecordedOnce();
    private final DenialBudget budget = new DenialBudget();
    private final AtomicLong summarised;

    AuditTrail(AuditOptions options, AuditLog log, RequestOrigin origin, InstantSource clock) {
        this.options = options;
        this.log = log;
        this.origin = origin;
        this.clock = clock;
        this.summarised = new AtomicLong(System.nanoTime());
    }

    /**
     * Opens the log and records the start.
     *
     * @param issuer of the JWTs that are accepted; empty if none are
     * @throws IOException if it cannot be written; the message says why
     */
    public static AuditTrail open(AuditOptions options, List<Route> routes, String issuer) throws IOException {
        InstantSource clock = InstantSource.system();
        LogFile file;
        try {
            file = new LogFile(options, clock, step -> {});
        } catch (IOException e) {
            throw new IOException(AuditLog.sentence(e), e);
        }
        return new AuditTrail(
                options, new AuditLog(options, file, clock, MAX_WRITE_TIME), new RequestOrigin(routes, issuer), clock);
    }

    @Override
    public void requireRecording() {
        if (options.refuse() && !log.writable()) {
            throw unrecorded();
        }
    }

    @Override
    public Problem unrecorded() {
        return new Problem(
                        503,
                        "Audit log unavailable",
                        "No lock is granted now, since this server cannot write its audit log. Try again in a moment."
                                + " Its operator finds the cause in the log of the server.")
                .header("Retry-After", "5");
    }

    @Override
    public void did(HttpServerRequest request, Caller caller, int status, List<AuditEvent> auditEvents) {
        for (AuditEvent auditEvent : auditEvents) {
            if (isNew(auditEvent) && (!auditEvent.isDenial() || budget.allows(origin.client(request, caller)))) {
                log.record(line(request, caller, status, auditEvent));
            }
        }
    }

    @Override
    public CompletionStage<Boolean> granted(
            HttpServerRequest request, Caller caller, int status, List<AuditEvent> auditEvents) {
        CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
        for (AuditEvent auditEvent : auditEvents) {
            all = all.thenCombine(log.recordInTime(line(request, caller, status, auditEvent)), Boolean::logicalAnd);
        }
        return options.refuse() ? all : all.thenApply(recorded -> true);
    }

    private boolean isNew(AuditEvent auditEvent) {
        String again = auditEvent.again();
        if (again != null) {
            seen.forget(again);
        }
        String once = auditEvent.once();
        return once == null || seen.first(once);
    }

    private String line(HttpServerRequest request, Caller caller, int status, AuditEvent auditEvent) {
        JsonAnswer line =
                new JsonAnswer().with("time", clock.instant().toString()).with("what", auditEvent.what());
        if (status > 0) {
            line.with("status", status);
        }
        origin.describe(request, caller, auditEvent, line);
        auditEvent.members().forEach((name, value) -> line.with(name, RequestOrigin.bounded(value)));
        return line.line();
    }

    /** Records a sweep of the server, unless it removed nothing. */
    public void swept(int records) {
        if (records > 0) {
            log.record(new JsonAnswer()
                    .with("time", clock.instant().toString())
                    .with("what", "sweep")
                    .with("count", records)
                    .line());
        }
    }

    /** Checks whether the disk answers, and records how many denials were left out. To be called several times a second. */
    public void look() {
        log.look();
        long now = System.nanoTime();
        long before = summarised.get();
        if (now - before > SUMMARY.toNanos() && summarised.compareAndSet(before, now)) {
            summarise();
        }
    }

    private void summarise() {
        long left = budget.leftOut();
        if (left > 0) {
            log.record(new JsonAnswer()
                    .with("time", clock.instant().toString())
                    .with("what", "denials")
                    .with("count", left)
                    .line());
        }
    }

    /** Returns whether the log is written, as far as is known. */
    public boolean writable() {
        return log.writable();
    }

    /** Returns how many lines were left out since the start. */
    public long missed() {
        return log.missed();
    }

    /** Returns how the log ends, once it is closed. */
    public String closingMessage() {
        return log.closingMessage();
    }

    @Override
    public void close() {
        summarise();
        log.close();
    }
}
