package dev.holdfast.cli.project;

import dev.holdfast.config.internal.YamlValue;
import java.util.Map;

/**
 * The section {@code serve} of {@code holdfast.yaml}.
 *
 * @param signIn whether it speaks of sign-in at all
 * @param values by their keys, those of groups with the group's before them: {@code tls.key}
 */
record ServeSection(boolean signIn, Map<String, YamlValue> values) {
    static final ServeSection NONE = new ServeSection(false, Map.of());

    ServeSection {
        values = Map.copyOf(values);
    }
}
