package dev.holdfast.config.internal;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads YAML into nodes that know their lines. Nothing is bound to classes: that would cost more than all the rest. */
public final class Yaml {
    private Yaml() {}

    /** Returns the one document in the text; empty if there are only comments. */
    public static Optional<YamlValue> read(ConfigSource source, String text) {
        try {
            // The reader fails at a character of two units that its buffer divides, so the buffer has all of the text.
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(source.name())
                    .setBufferSize(text.length() + 2)
                    .build();
            return new Compose(settings).composeString(text).map(node -> new YamlValue(source, node));
        } catch (MarkedYamlEngineException e) {
            int line =
                    e.getProblemMark().or(e::getContextMark).map(Mark::getLine).orElse(0);
            throw source.mistake(line, "This is not YAML (" + e.getProblem() + "): check the indentation and quotes.");
        } catch (YamlEngineException e) {
            throw source.mistake(0, "This is not YAML (" + e.getMessage() + "): check the indentation and quotes.");
        } catch (StackOverflowError e) {
            throw source.mistake(0, "This is nested too deeply: use fewer levels.");
        }
    }
}
