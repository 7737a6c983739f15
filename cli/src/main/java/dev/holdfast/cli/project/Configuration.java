package dev.holdfast.cli.project;

import dev.holdfast.config.internal.LockSettings;
import java.util.Map;

/** The content of {@code holdfast.yaml}. */
record Configuration(LockSettings locks, ResourceMap resources, Map<String, Operation> operations, ServeSection serve) {
    static final String FILE = "holdfast.yaml";
    static final Configuration NONE =
            new Configuration(LockSettings.NONE, ResourceMap.NONE, Map.of(), ServeSection.NONE);
}
