package dev.holdfast.server.http;

import dev.holdfast.internal.storage.Log;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records the results of calls and delivers them to clients. Undoes a grant that could not be recorded, or whose client has gone.
 * Used on event loops.
 *
 * @param explanation turns a failure that is not a {@link Problem} into one
 * @param recorder records changes; null for none
 * @param tools the forms of problems for clients of other tools
 */
record AnswerDelivery(
        Vertx vertx,
        Workers workers,
        TransferBudget transfers,
        Function<Throwable, Problem> explanation,
        @Nullable Recorder recorder,
        ToolForms tools) {
    /** How long a client has to read the answer before its connection is closed. */
    private static final long CLOSING_MILLIS = 2_000;

    /** Throws a {@link Problem} if no lock may be granted now, since it would not be recorded. */
    void requireRecording() {
        if (recorder != null) {
            recorder.requireRecording();
        }
    }

    /** Returns the callback for the result of a call. */
    Workers.Completion completion(HttpServerRequest request, Caller caller) {
        return (answer, failure) -> this.<@Nullable Void>answering(
                        request, caller, back -> ended(request, caller, answer, failure))
                .handle(null);
    }

    /** Returns the handler with its failures, Errors included, turned into the answer to the request. */
    private <T> Handler<T> answering(HttpServerRequest request, Caller caller, Handler<T> handler) {
        return event -> {
            try {
                handler.handle(event);
            } catch (Throwable e) {
                refuse(request, caller, e);
            }
        };
    }

    private void ended(HttpServerRequest request, Caller caller, @Nullable Answer answer, @Nullable Throwable failure) {
        if (answer != null) {
            Supplier<List<AuditEvent>> auditEvents = recorder == null ? null : answer.auditEvents();
            if (auditEvents == null || recorder == null) {
                deliver(request, caller, answer);
            } else {
                record(request, caller, answer, auditEvents.get(), recorder);
            }
        } else if (failure != null) {
            Throwable known = cause(failure);
            // A denial is recorded even if its caller did not wait for it.
            if (!request.response().closed() || known instanceof Problem) {
                refuse(request, caller, known);
            }
        }
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
        return cause == null ? failure : cause;
    }

    /** Records what a call did, and answers it. A grant is answered only after it has been recorded. */
    private void record(
            HttpServerRequest request, Caller caller, Answer answer, List<AuditEvent> auditEvents, Recorder by) {
        Runnable takeBack = answer.takeBack();
        if (takeBack == null) {
            by.did(request, caller, answer.status(), auditEvents);
            deliver(request, caller, answer);
            return;
        }
        Context context = vertx.getOrCreateContext();
        by.granted(request, caller, answer.status(), auditEvents)
                .whenComplete((recorded, failure) -> context.runOnContext(answering(request, caller, back -> {
                    if (Boolean.TRUE.equals(recorded)) {
                        deliver(request, caller, answer);
                    } else {
                        undo(request, caller, takeBack, auditEvents, () -> refuse(request, caller, by.unrecorded()));
                    }
                })));
    }

    /** Records what a call did whose answer is a stream, which grants nothing. */
    void recordStreamed(HttpServerRequest request, Caller caller, Answer answer) {
        Supplier<List<AuditEvent>> auditEvents = answer.auditEvents();
        if (auditEvents != null && recorder != null) {
            recorder.did(request, caller, answer.status(), auditEvents.get());
        }
    }

    /** Undoes a grant on a worker thread and records that, then runs the last action in any case. */
    private void undo(
            HttpServerRequest request, Caller caller, Runnable undo, List<AuditEvent> auditEvents, Runnable then) {
        workers.start(
                () -> {
                    undo.run();
                    return Answer.nothing();
                },
                (done, failure) -> {
                    if (failure != null) {
                        Log.warning(
                                "dev.holdfast.server",
                                "A lock that was granted without a receiver was not released, and ends with its lease: "
                                        + failure.getMessage());
                    } else if (recorder != null) {
                        recorder.did(
                                request,
                                caller,
                                0,
                                auditEvents.stream().map(AuditEvent::undone).toList());
                    }
                    then.run();
                });
    }

    private void deliver(HttpServerRequest request, Caller caller, Answer answer) {
        HttpServerResponse response = request.response();
        Runnable undo = answer.undo();
        if (response.closed() && undo != null) {
            undo(request, caller, undo, auditEvents(answer), () -> {});
            return;
        }
        String text = Responses.text(answer.body());
        int size = text == null ? 0 : text.length();
        try {
            transfers.take(size);
        } catch (Problem overloaded) {
            Runnable takeBack = answer.takeBack();
            if (takeBack == null) {
                throw overloaded;
            }
            undo(request, caller, takeBack, auditEvents(answer), () -> refuse(request, caller, overloaded));
            return;
        }
        Future<Void> written = Responses.write(response, answer, text);
        transfers.writing(request.connection(), size, written);
        if (undo != null) {
            // A client may go at this very moment: then the answer is the first to notice.
            written.onFailure(gone -> undo(request, caller, undo, auditEvents(answer), () -> {}));
        }
    }

    private List<AuditEvent> auditEvents(Answer answer) {
        Supplier<List<AuditEvent>> auditEvents = recorder == null ? null : answer.auditEvents();
        return auditEvents == null ? List.of() : auditEvents.get();
    }

    /** Answers a request that failed. Never throws: if no answer can be written, the connection is closed. */
    void refuse(HttpServerRequest request, Caller caller, Throwable failure) {
        try {
            Problem problem = failure instanceof Problem known ? known : explanation.apply(failure);
            Responses.refuse(request, caller, tools.shaped(request.path(), problem));
            if (problem.answer().headers().containsKey(Responses.CONNECTION)
                    && !Responses.isMultiplexed(request.response())) {
                // The client may go on sending, which would keep the connection open.
                vertx.setTimer(CLOSING_MILLIS, timer -> request.connection().close());
            }
        } catch (Throwable e) {
            Log.broke("A request could not be answered.", e);
            request.connection().close();
        }
    }
}
