package dev.holdfast.cli.project;

import dev.holdfast.config.internal.NearestWord;
import dev.holdfast.config.internal.YamlMap;
import dev.holdfast.config.internal.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one operation: {@code read-only}, a list of what it locks, or that list under {@code locks} with what it may lock besides
 * under {@code optional}.
 */
record OperationReader(String name, ResourceMap resources) {
    private static final String READ_ONLY = "read-only";
    private static final String EXAMPLE = "Chapter_{chapter}";

    Operation read(YamlValue value) {
        if (value.isText()) {
            if (!value.text(READ_ONLY).equals(READ_ONLY)) {
                throw value.mistake("Write read-only here, or a list of what " + name + " locks.");
            }
            return new Operation(name, List.of(), List.of());
        }
        if (value.isList()) {
            return new Operation(name, templates(value), List.of());
        }
        YamlMap map = value.map("locks, optional").only(List.of("locks", "optional"));
        return new Operation(name, templates(map.get("locks")), templates(map.get("optional")));
    }

    private List<Template> templates(@Nullable YamlValue list) {
        List<Template> templates = new ArrayList<>();
        if (list != null) {
            list.list(EXAMPLE).forEach(value -> templates.add(template(value)));
        }
        return templates;
    }

    private Template template(YamlValue value) {
        Template written = value.read(EXAMPLE, Template::parse);
        if (!written.isPlain() && !written.parameter().equals(Operation.CHAPTER)) {
            throw value.mistake("An operation gets only chapters, so its only parameter is {" + Operation.CHAPTER
                    + "}, not {" + written.parameter() + "}.");
        }
        Optional<Template> declared = resources.referredTo(written);
        if (declared.isEmpty() && written.isPlain()) {
            declared = resources.declared(written.before()).map(Template::parse);
        }
        return declared.orElseThrow(() -> value.mistake("'" + written + "' is not among the resources of this file"
                + NearestWord.to(written.toString(), resources.names())
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse("; add it there, with the files it covers.")));
    }
}
