package dev.holdfast.cli.git;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.internal.base.Text;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A reference that a push changes in this repository.
 *
 * @param before the commit it has, zeros if there is none yet
 * @param after the commit it shall have, zeros if it is deleted
 */
public record ReceivedRef(String before, String after, String name) {
    /**
     * Reads the standard input of a pre-receive hook: old commit, new commit and name, a line each.
     *
     * @throws CommandFailure if a line is another one: what is not understood could change anything
     */
    public static List<ReceivedRef> read(InputStream in) {
        List<ReceivedRef> refs = new ArrayList<>();
        for (String[] words : PushedRef.lines(in)) {
            if (words.length == 3) {
                refs.add(new ReceivedRef(words[0], words[1], words[2]));
            } else if (!words[0].isEmpty()) {
                throw CommandFailure.usage("This is no line of a pre-receive hook, so the push is refused: "
                        + Text.shown(String.join(" ", words)) + ". Call this in such a hook.");
            }
        }
        return refs;
    }

    boolean isDeleted() {
        return PushedRef.isZero(after);
    }

    boolean isNew() {
        return PushedRef.isZero(before);
    }
}
