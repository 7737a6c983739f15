package dev.holdfast.server.http;

import dev.holdfast.internal.base.Bounds;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;

/** A kind of call of another tool's client: a method, a path with placeholders in braces, and an action. */
public final class ToolRoute {
    private final Route path;
    private final ToolAction action;
    private final long maxBody;
    private final boolean streamed;
    private final boolean granting;

    private ToolRoute(Route path, ToolAction action, long maxBody, boolean streamed, boolean granting) {
        this.path = path;
        this.action = action;
        this.maxBody = maxBody;
        this.streamed = streamed;
        this.granting = granting;
    }

    /** Carries out a call. May block. A {@link Problem} that it throws is the answer. */
    @FunctionalInterface
    public interface ToolAction {
        /** Carries out a request and returns the answer. */
        Answer act(ToolRequest request) throws IOException, InterruptedException;
    }

    /**
     * Returns a route for any method, which may be one that HTTP does not define, such as {@code LOCK}. The call gets its whole
     * body, which may be as large as that of any call.
     */
    public static ToolRoute of(String method, String pattern, ToolAction action) {
        return new ToolRoute(Route.tool(HttpMethod.valueOf(method), pattern), action, Bounds.BODY, false, false);
    }

    /** Returns the same for calls that read a body of this many bytes at most while it arrives, and so in constant memory. */
    public ToolRoute streaming(long most) {
        return new ToolRoute(path, action, most, true, granting);
    }

    /** Returns the same for calls that grant locks, which must be recorded. */
    public ToolRoute granting() {
        return new ToolRoute(path, action, maxBody, streamed, true);
    }

    Route path() {
        return path;
    }

    ToolAction action() {
        return action;
    }

    long maxBody() {
        return maxBody;
    }

    boolean isStreamed() {
        return streamed;
    }

    boolean isGranting() {
        return granting;
    }
}
