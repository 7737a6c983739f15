package dev.holdfast.cli.project;

import dev.holdfast.Policies;
import dev.holdfast.Preset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code holdfast.yaml}. */
final class ConfigurationReader {
    private static final List<String> KEYS = List.of("store", "preset", "policies", "resources", "operations", "serve");
    private static final String EXAMPLE_PATH = "Manuscript/FrontMatter/**";

    private ConfigurationReader() {}

    /** @throws dev.holdfast.cli.base.CommandFailure for the first mistake in it */
    static Configuration read(ConfigSource source, String text) {
        return Yaml.read(source, text)
                .map(value -> read(value.map(String.join(", ", KEYS)).only(KEYS)))
                .orElse(Configuration.NONE);
    }

    private static Configuration read(YamlMap file) {
        YamlValue storeValue = file.get("store");
        String store = storeValue == null ? null : storeValue.text(ConfiguredAddress.DEFAULT);
        YamlValue presetValue = file.get("preset");
        Preset preset = presetValue == null
                ? ConfiguredAddress.preset(store == null ? ConfiguredAddress.DEFAULT : store)
                : presetValue.read("book", Preset::named);
        ResourceMap resources = resources(file.get("resources"));
        List<String> hints = new ArrayList<>();
        return new Configuration(
                store,
                preset,
                policies(file.get("policies"), presetValue != null, preset, hints),
                resources,
                operations(file.get("operations"), resources),
                ServeReader.section(file.get("serve")),
                hints);
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

    private static ResourceMap resources(@Nullable YamlValue section) {
        if (section == null) {
            return ResourceMap.NONE;
        }
        List<DeclaredResource> resources = new ArrayList<>();
        YamlMap map = section.map("each a resource with the list of files it covers");
        map.values().forEach((name, files) -> {
            Template template = map.key(name).read("Chapter_{chapter:02}", Template::parse);
            List<PathGlob> globs = new ArrayList<>();
            for (YamlValue glob : files.list(EXAMPLE_PATH)) {
                globs.add(glob.read(EXAMPLE_PATH, text -> PathGlob.parse(text, template)));
            }
            resources.add(new DeclaredResource(template, globs));
        });
        return new ResourceMap(resources);
    }

    private static Map<String, Operation> operations(@Nullable YamlValue section, ResourceMap resources) {
        Map<String, Operation> operations = new LinkedHashMap<>();
        if (section != null) {
            section.map("each an operation with what it locks")
                    .values()
                    .forEach((name, value) -> operations.put(name, new OperationReader(name, resources).read(value)));
        }
        return operations;
    }
}
