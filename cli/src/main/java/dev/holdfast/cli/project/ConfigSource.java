package dev.holdfast.cli.project;

import dev.holdfast.cli.base.CommandFailure;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A file written by people, whose mistakes are reported with their lines; or a variable, which has none.
 *
 * @param name as the caller would write its path, or the variable's
 */
record ConfigSource(String name) {

    /** Returns a failure for a mistake at that node; the sentence says what to write instead. */
    CommandFailure mistake(Node at, String sentence) {
        return at.getStartMark()
                .map(Mark::getLine)
                .map(line -> mistake(line, sentence))
                .orElseGet(() -> CommandFailure.usage(name + ": " + sentence));
    }

    /** @param line counted from 0 */
    CommandFailure mistake(int line, String sentence) {
        return CommandFailure.usage(name + ":" + (line + 1) + ": " + sentence);
    }
}
