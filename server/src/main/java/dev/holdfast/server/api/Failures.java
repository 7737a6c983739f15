package dev.holdfast.server.api;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.server.http.Problem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;

/** Turns failures into problems for clients. */
public final class Failures {
    private static final Logger LOG = System.getLogger("dev.holdfast.server");

    private Failures() {}

    public static Problem problem(Throwable failure) {
        if (failure instanceof IllegalArgumentException) {
            return Problem.invalid(sentence(failure));
        } else if (failure instanceof OutcomeUnknownException) {
            return new Problem(503, "Outcome unknown", sentence(failure)).header("Retry-After", "2");
        } else if (failure instanceof StoreException) {
            LOG.log(Level.WARNING, failure.getMessage());
            return new Problem(503, "Store unavailable", sentence(failure)).header("Retry-After", "2");
        }
        if (failure instanceof RejectedExecutionException) {
            return Problem.overloaded();
        }
        if (failure instanceof Error) {
            Log.broke("A request failed.", failure);
        } else {
            LOG.log(Level.ERROR, "A request failed.", failure);
        }
        return new Problem(
                500,
                "Failed",
                "Something went wrong on the server. The cause is in its log: tell the operator of the server.");
    }

    private static String sentence(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
