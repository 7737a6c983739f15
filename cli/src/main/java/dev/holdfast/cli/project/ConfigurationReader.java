package dev.holdfast.cli.project;

import dev.holdfast.config.internal.ConfigSource;
import dev.holdfast.config.internal.LockSettings;
import dev.holdfast.config.internal.Yaml;
import dev.holdfast.config.internal.YamlMap;
import dev.holdfast.config.internal.YamlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code holdfast.yaml}. */
final class ConfigurationReader {
    private static final String EXAMPLE_PATH = "Manuscript/FrontMatter/**";

    private ConfigurationReader() {}

    /** @throws dev.holdfast.config.internal.ConfigMistake for the first mistake in it */
    static Configuration read(ConfigSource source, String text) {
        return Yaml.read(source, text)
                .map(value -> read(LockSettings.keys(value)))
                .orElse(Configuration.NONE);
    }

    private static Configuration read(YamlMap keys) {
        LockSettings locks = LockSettings.read(keys);
        ResourceMap resources = resources(keys.get("resources"));
        return new Configuration(
                locks,
                resources,
                operations(keys.get("operations"), resources),
                ServeReader.section(keys.get("serve")));
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
