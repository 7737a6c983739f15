package dev.holdfast.cli.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.cli.base.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A reference that a push changes on a remote.
 *
 * @param after the commit it shall have there, zeros if it is deleted
 * @param before the commit it has there, zeros if there is none yet
 */
public record PushedRef(String after, String before) {
    /** Reads what git tells a hook before a push: local name and commit, remote name and commit, a line each. */
    public static List<PushedRef> read(InputStream in) {
        List<PushedRef> refs = new ArrayList<>();
        for (String[] words : lines(in)) {
            if (words.length == 4) {
                refs.add(new PushedRef(words[1], words[3]));
            }
        }
        return refs;
    }

    /** The commits of references of remotes that have just changed here: old and new one and name, a line each. */
    public static List<String> arrived(InputStream in) {
        List<String> commits = new ArrayList<>();
        for (String[] words : lines(in)) {
            if (words.length == 3 && words[2].startsWith("refs/remotes/")) {
                commits.add(words[1]);
            }
        }
        return commits;
    }

    private static List<String[]> lines(InputStream in) {
        try {
            List<String[]> lines = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), UTF_8).split("\n", -1)) {
                lines.add(line.strip().split(" ", -1));
            }
            return lines;
        } catch (IOException e) {
            throw CommandFailure.usage("What git says on standard input cannot be read (" + e + ").");
        }
    }

    /** Whether it is there afterwards. */
    boolean hasCommit() {
        return !isZero(after);
    }

    /** Whether it was there before. */
    boolean hadCommit() {
        return !isZero(before);
    }

    private static boolean isZero(String commit) {
        return commit.chars().allMatch(c -> c == '0');
    }
}
