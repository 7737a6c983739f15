package dev.holdfast.server.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Records the actions and denials of calls. Used on event loops; never blocks. */
public interface Recorder {
    /** Throws a {@link Problem} if no lock may be granted now, since it would not be recorded. */
    void requireRecording();

    /** Records the actions of a call, and the status of its answer. */
    void did(HttpServerRequest request, Caller caller, int status, List<AuditEvent> auditEvents);

    /** Records the grant of a call. The result says whether it may be answered; threads that must not block complete it. */
    CompletionStage<Boolean> granted(
            HttpServerRequest request, Caller caller, int status, List<AuditEvent> auditEvents);

    /** Returns the answer to a grant that was undone, since it could not be recorded. */
    Problem unrecorded();
}
