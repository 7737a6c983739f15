package dev.holdfast.audit.read;

import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.code.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads YAML as settings: {@code a: {b: 1}} is {@code a.b=1}. */
final class YamlReader {
    private static final int DEEPEST = 30;

    private final String file;
    private final List<Setting> settings = new ArrayList<>();

    private YamlReader(String file) {
        this.file = file;
    }

    /** @throws UnreadableException if it is not YAML */
    static List<Setting> read(String text, String file) {
        if (text.contains("{{")) {
            return List.of(); // a template, of which YAML is made only later
        }
        YamlReader reader = new YamlReader(file);
        try {
            // The reader fails at a character of two units that its buffer divides, so the buffer has all of the text.
            LoadSettings how = LoadSettings.builder()
                    .setAllowDuplicateKeys(true)
                    .setBufferSize(text.length() + 2)
                    .build();
            for (Node document : new Compose(how).composeAllFromString(text)) {
                reader.read(document, "", 0);
            }
        } catch (MarkedYamlEngineException e) {
            throw new UnreadableException(
                    "line " + e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1) + ": it is not YAML");
        } catch (YamlEngineException e) {
            throw new UnreadableException("it is not YAML");
        } catch (StackOverflowError e) {
            throw new UnreadableException("it is nested too deeply");
        }
        return reader.settings;
    }

    private void read(Node node, String key, int depth) {
        if (depth > DEEPEST) {
            return;
        } else if (node instanceof MappingNode mapping) {
            for (NodeTuple each : mapping.getValue()) {
                if (each.getKeyNode() instanceof ScalarNode name) {
                    read(each.getValueNode(), key.isEmpty() ? name.getValue() : key + "." + name.getValue(), depth + 1);
                }
            }
        } else if (node instanceof SequenceNode list) {
            list.getValue().forEach(each -> read(each, key, depth + 1));
        } else if (node instanceof ScalarNode scalar && !key.isEmpty()) {
            int line = Optional.ofNullable(node.getStartMark())
                            .flatMap(mark -> mark)
                            .map(mark -> mark.getLine())
                            .orElse(0)
                    + 1;
            settings.add(new Setting(key, scalar.getValue(), new Place(file, line)));
        }
    }
}
