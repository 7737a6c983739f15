package dev.holdfast.config.internal;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A file written by people, whose mistakes are reported with their lines; or a variable, which has none.
 *
 * @param name as the caller would write its path, or the variable's
 */
public record ConfigSource(String name) {

    /** Returns the exception for a mistake at that node; the sentence says what to write instead. */
    ConfigMistake mistake(Node at, String sentence) {
        return at.getStartMark()
                .map(Mark::getLine)
                .map(line -> mistake(line, sentence))
                .orElseGet(() -> new ConfigMistake(name + ": " + sentence));
    }

    /** @param line counted from 0 */
    ConfigMistake mistake(int line, String sentence) {
        return new ConfigMistake(name + ":" + (line + 1) + ": " + sentence);
    }
}
