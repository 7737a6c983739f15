package dev.holdfast.config.internal;

import dev.holdfast.Policies;
import dev.holdfast.Preset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of {@code holdfast.yaml} that every program reads in the same way.
 *
 * @param store where the locks are, or null for the default
 * @param preset on which the policies rest: as the file says, or that of the store
 * @param policies what applies to which resource, or null if the file leaves that to the store
 * @param hints sentences about keys that have another name now
 */
public record LockSettings(
        @Nullable String store, Preset preset, @Nullable Policies policies, List<String> hints) {
    /** The settings of a project without the file. */
    public static final LockSettings NONE =
            new LockSettings(null, ConfiguredAddress.preset(ConfiguredAddress.DEFAULT), null, List.of());

    private static final List<String> KEYS = List.of("store", "preset", "policies", "resources", "operations", "serve");

    public LockSettings {
        hints = List.copyOf(hints);
    }

    /**
     * Returns the keys of a file, after refusing those that do not exist.
     *
     * @throws ConfigMistake if there is one
     */
    public static YamlMap keys(YamlValue file) {
        return file.map(String.join(", ", KEYS)).only(KEYS);
    }

    /**
     * Reads the settings among the keys of a file.
     *
     * @throws ConfigMistake for the first mistake in them
     */
    public static LockSettings read(YamlMap keys) {
        YamlValue storeValue = keys.get("store");
        String store = storeValue == null ? null : storeValue.text(ConfiguredAddress.DEFAULT);
        YamlValue presetValue = keys.get("preset");
        Preset preset = presetValue == null
                ? ConfiguredAddress.preset(store == null ? ConfiguredAddress.DEFAULT : store)
                : presetValue.read("book", Preset::named);
        List<String> hints = new ArrayList<>();
        Policies policies = policies(keys.get("policies"), presetValue != null, preset, hints);
        return new LockSettings(store, preset, policies, hints);
    }

    private static @Nullable Policies policies(
            @Nullable YamlValue list, boolean presetSaid, Preset preset, List<String> hints) {
        if (list == null) {
            return presetSaid ? Policies.of(preset) : null;
        }
        Policies policies = Policies.of(preset);
        for (YamlValue value : list.list("pattern: Chapter_*")) {
            policies = policies.and(PolicyReader.read(value, preset, hints));
        }
        return policies;
    }

    /** Returns the address of the store, with its path resolved against the folder. */
    public String address(Path folder) {
        return ConfiguredAddress.resolved(configuredStore(), folder);
    }

    /** Returns the address of the store as the file has it, or the default. */
    public String configuredStore() {
        return store == null ? ConfiguredAddress.DEFAULT : store;
    }
}
