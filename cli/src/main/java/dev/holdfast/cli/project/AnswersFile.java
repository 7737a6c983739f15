package dev.holdfast.cli.project;

import dev.holdfast.config.internal.ConfigSource;
import dev.holdfast.config.internal.Yaml;
import dev.holdfast.config.internal.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** A file of answers: a text or a list of texts for each key. Mistakes are reported with their lines. */
public final class AnswersFile {
    private AnswersFile() {}

    /**
     * Reads the file.
     *
     * @param name of the file, for messages
     * @param take takes a key and its answer; a refusal is reported with the line
     */
    public static void read(String name, String text, BiConsumer<String, String> take) {
        Yaml.read(new ConfigSource(name), text)
                .ifPresent(document -> document.map("feature, entities, …")
                        .values()
                        .forEach((key, value) -> value.explained(() -> {
                            take.accept(key, answer(value));
                            return key;
                        })));
    }

    private static String answer(YamlValue value) {
        if (!value.isList()) {
            return value.text("yes");
        }
        List<String> all = new ArrayList<>();
        value.list("policy").forEach(one -> all.add(one.text("policy")));
        return all.isEmpty() ? "none" : String.join(", ", all);
    }
}
