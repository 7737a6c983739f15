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
    /** Reads the standard input of a pre-push hook: local name and commit, remote name and commit, a line each. */
    public static List<PushedRef> read(InputStream in) {
        List<PushedRef> refs = new ArrayList<>();
        for (String[] words : lines(in)) {
            if (words.length == 4) {
                refs.add(new PushedRef(words[1], words[3]));
            }
        }
        return refs;
    }

    /** Returns the new commits of remotes in the input of a reference-transaction hook: old commit, new commit, name. */
    public static List<String> arrived(InputStream in) {
        List<String> commits = new ArrayList<>();
        for (String[] words : lines(in)) {
            if (words.length == 3 && words[2].startsWith("refs/remotes/")) {
                commits.add(words[1]);
            }
        }
        return commits;
    }

    static List<String[]> lines(InputStream in) {
        try {
            List<String[]> lines = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), UTF_8).split("\n", -1)) {
                lines.add(line.strip().split(" ", -1));
            }
            return lines;
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "The standard input from git cannot be read (" + e + "): call this in a hook of git.");
        }
    }

    /** Returns whether the reference exists after the push. */
    boolean hasCommit() {
        return !isZero(after);
    }

    /** Returns whether the reference existed before the push. */
    boolean hadCommit() {
        return !isZero(before);
    }

    static boolean isZero(String commit) {
        return commit.chars().allMatch(c -> c == '0');
    }
}
