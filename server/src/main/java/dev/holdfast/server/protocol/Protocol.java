package dev.holdfast.server.protocol;

import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.ToolRoute;
import java.util.List;

/**
 * A protocol of another tool, so that its clients and those of Holdfast use the same locks. It is found by the service loader, and
 * off unless the configuration names it. Its callers sign in with user name and token (Basic), whatever else the server accepts.
 */
public interface Protocol {
    /** Returns its name under {@code serve.protocols}. */
    String name();

    /** Returns the first segment of the paths of its calls, between slashes, as in {@code /git/}. */
    String path();

    /** Returns a problem as its clients show it. The status stays; the message is a sentence for a person. */
    Answer explain(Problem problem);

    /**
     * Reads the section of the configuration, and returns the calls. They are used by several threads.
     *
     * @throws SettingException for the first mistake in the section
     */
    List<ToolRoute> open(ProtocolContext context);

    /** Called when the server has ended. */
    default void close() {}
}
