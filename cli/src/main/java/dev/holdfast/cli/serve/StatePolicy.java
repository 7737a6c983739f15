package dev.holdfast.cli.serve;

import dev.holdfast.Lease;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.project.ServeSettings;
import dev.holdfast.internal.base.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The policy and the keys of states of Terraform, if a server keeps them. Its clients send no heartbeats, and an apply may take hours: time
 * alone does not end their locks, but makes them suspect.
 */
public final class StatePolicy {
    private static final String NAME = "terraform";
    private static final String PREFIX = "terraform/";
    private static final String SUSPECT_AFTER = "suspect-after";
    private static final Duration DAY = Duration.ofHours(24);

    private StatePolicy() {}

    /** Returns the policies with it. One of the project for the same resources comes first. */
    public static Policies addedTo(Policies policies, ServeSettings.Protocols protocols) {
        Map<String, Object> section = protocols.sections().get(NAME);
        if (section == null) {
            return policies;
        }
        Policy basis = policies.otherwise().preset().fixed() ? Preset.OFFLINE.policy() : policies.otherwise();
        return policies.and(basis.toBuilder()
                .pattern((section.get("prefix") instanceof String prefix ? prefix : PREFIX) + "**")
                .lease(Lease.NONE)
                .heartbeat(null)
                .suspectAfter(suspectAfter(section.get(SUSPECT_AFTER)))
                .reclaimAfter(null)
                .forceByAnyone(false)
                .build());
    }

    /** Returns the files with the keys of states. */
    static List<Path> keys(ServeSettings.Protocols protocols) {
        List<Path> keys = new ArrayList<>();
        Map<String, Object> section = protocols.sections().getOrDefault(NAME, Map.of());
        if (section.get("encryption-key") instanceof String newest) {
            keys.add(protocols.folder().resolve(newest));
        }
        if (section.get("former-keys") instanceof Map<?, ?> former) {
            former.values().forEach(file -> keys.add(protocols.folder().resolve(String.valueOf(file))));
        }
        return keys;
    }

    private static Duration suspectAfter(@Nullable Object said) {
        if (said == null) {
            return DAY;
        }
        try {
            return Durations.parse(String.valueOf(said));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("serve.protocols.terraform." + SUSPECT_AFTER + ": " + e.getMessage());
        }
    }
}
