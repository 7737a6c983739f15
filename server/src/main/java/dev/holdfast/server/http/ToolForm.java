package dev.holdfast.server.http;

import java.util.function.Function;

/**
 * The form in which the client of another tool expects answers.
 *
 * @param path the beginning of the paths of its calls, as in {@code /git/}
 * @param explanation turns a problem into an answer that the client shows
 */
public record ToolForm(String path, Function<Problem, Answer> explanation) {
    public ToolForm {
        if (!path.matches("/[a-z0-9-]+/")) {
            throw new IllegalArgumentException("The path of a tool is one segment between slashes, not " + path + ".");
        }
    }
}
