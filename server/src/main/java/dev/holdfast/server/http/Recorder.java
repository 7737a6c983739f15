package dev.holdfast.server.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Records what calls did and were kept from. Used on event loops, and never blocks. */
public interface Recorder {
    /** Throws a {@link Problem} if no lock may be granted now, since it would not be recorded. */
    void requireRecording();

    /** Records what a call did that is answered with that status. */
    void did(HttpServerRequest request, Caller caller, int status, List<AuditEvent> auditEvents);

    /** Records what a call was granted. Says later whether it may be answered; completed by threads that must not block. */
    CompletionStage<Boolean> granted(
            HttpServerRequest request, Caller caller, int status, List<AuditEvent> auditEvents);

    /** Returns the answer to a grant that was taken back, since it could not be recorded. */
    Problem unrecorded();
}
