package dev.holdfast.server.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The forms of all tools that a server speaks with. Immutable. */
public record ToolForms(List<ToolForm> all) {
    /** A server without other tools. */
    public static final ToolForms NONE = new ToolForms(List.of());

    private static final int UNKNOWN = 401;

    public ToolForms {
        all = List.copyOf(all);
    }

    /** Returns whether a path belongs to a tool. */
    public boolean covers(@Nullable String path) {
        return at(path) != null;
    }

    @Nullable
    ToolForm at(@Nullable String path) {
        for (ToolForm form : all) {
            if (path != null && path.startsWith(form.path())) {
                return form;
            }
        }
        return null;
    }

    /**
     * Returns the problem in the form of the tool that the path belongs to. A client that is not signed in asks its user for name
     * and password then.
     */
    public Problem shaped(@Nullable String path, Problem problem) {
        ToolForm form = at(path);
        if (form == null) {
            return problem;
        }
        return (problem.status() == UNKNOWN ? problem.header("WWW-Authenticate", "Basic realm=\"Holdfast\"") : problem)
                .in(form.explanation());
    }
}
