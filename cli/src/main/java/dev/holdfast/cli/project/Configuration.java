package dev.holdfast.cli.project;

import dev.holdfast.Policies;
import dev.holdfast.Preset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code holdfast.yaml}.
 *
 * @param store where the locks are, or null for the default
 * @param preset on which the policies rest: as the file says, or that of the store
 * @param policies what applies to which resource, or null if the file leaves that to the store
 * @param hints sentences about keys that have another name now
 */
record Configuration(
        @Nullable String store,
        Preset preset,
        @Nullable Policies policies,
        ResourceMap resources,
        Map<String, Operation> operations,
        ServeSection serve,
        List<String> hints) {
    static final String FILE = "holdfast.yaml";
    static final Configuration NONE = new Configuration(
            null,
            ConfiguredAddress.preset(ConfiguredAddress.DEFAULT),
            null,
            ResourceMap.NONE,
            Map.of(),
            ServeSection.NONE,
            List.of());
}
