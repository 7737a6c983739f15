package dev.holdfast.config.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Keys with values, in the order of the file. */
public final class YamlMap {
    private final ConfigSource source;
    private final Map<String, YamlValue> keys = new LinkedHashMap<>();
    private final Map<String, YamlValue> values = new LinkedHashMap<>();
    private final List<String> oldNames = new ArrayList<>();

    YamlMap(ConfigSource source, MappingNode mapping) {
        this.source = source;
        for (NodeTuple tuple : mapping.getValue()) {
            YamlValue key = new YamlValue(source, tuple.getKeyNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode)) {
                throw key.mistake("A key is a plain name, not a list or a group of keys.");
            }
            String name = key.text("name");
            if (keys.put(name, key) != null) {
                throw key.mistake("The key '" + name + "' occurs twice; keep one of them.");
            }
            values.put(name, new YamlValue(source, tuple.getValueNode()));
        }
    }

    static YamlMap empty(ConfigSource source, Node at) {
        return new YamlMap(
                source, new MappingNode(Tag.MAP, true, List.of(), FlowStyle.BLOCK, at.getStartMark(), at.getEndMark()));
    }

    /** Reads each key under its present name. */
    public YamlMap renamed(UnaryOperator<String> present) {
        for (String old : List.copyOf(keys.keySet())) {
            String name = present.apply(old);
            if (!name.equals(old)) {
                YamlValue key = key(old);
                if (keys.put(name, key) != null) {
                    throw key.mistake("'" + old + "' is the old name of '" + name + "'; keep one of them.");
                }
                keys.remove(old);
                values.put(name, Objects.requireNonNull(values.remove(old)));
                oldNames.add(old);
            }
        }
        return this;
    }

    /** Returns the keys that were renamed, as the file has them. */
    public List<String> oldNames() {
        return oldNames;
    }

    /** Refuses all other keys, and proposes the one that was probably meant. */
    public YamlMap only(List<String> known) {
        keys.forEach((name, key) -> {
            if (!known.contains(name)) {
                throw key.mistake("There is no key '" + name + "' here"
                        + NearestWord.to(name, known)
                                .map(near -> "; did you mean '" + near + "'?")
                                .orElse("; known are " + String.join(", ", known) + "."));
            }
        });
        return this;
    }

    public @Nullable YamlValue get(String key) {
        return values.get(key);
    }

    public YamlValue key(String name) {
        YamlValue key = keys.get(name);
        if (key == null) {
            throw new IllegalStateException(source.name() + " has no key " + name);
        }
        return key;
    }

    public Map<String, YamlValue> values() {
        return values;
    }
}
