package dev.holdfast.cli.trust;

import dev.holdfast.internal.views.JsonAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A decision of the user to trust a project.
 *
 * @param folder the project's root
 * @param parts what was trusted, as people may see it
 */
public record TrustedProject(String folder, List<String> parts, Instant since) {
    public TrustedProject {
        parts = List.copyOf(parts);
    }

    public Map<String, @Nullable Object> json() {
        return new JsonAnswer()
                .with("folder", folder)
                .with("parts", parts)
                .with("since", since.toString())
                .tree();
    }

    public String line() {
        return folder + "  " + String.join(", ", parts);
    }
}
