package dev.holdfast.protocol.gitlfs;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.server.http.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * The paths by which a hold was asked, in its note: so they are in the store, and people see them. A path with a comma or a quote is
 * written in quotes.
 */
final class LockedPaths {
    private static final String BEGIN = "git lfs lock ";

    private LockedPaths() {}

    /** Returns the note with these paths. Throws a {@link Problem} if it would be too long. */
    static String note(List<String> paths) {
        StringBuilder note = new StringBuilder(BEGIN);
        for (String path : paths) {
            note.append(note.length() == BEGIN.length() ? "" : ", ").append(quoted(path));
        }
        if (note.length() > Bounds.NOTE) {
            throw Problem.invalid("Too many files of this resource are locked together: unlock one of them, or ask for"
                    + " the resource with holdfast acquire.");
        }
        return note.toString();
    }

    private static String quoted(String path) {
        return path.indexOf(',') < 0 && path.indexOf('"') < 0 ? path : '"' + path.replace("\"", "\"\"") + '"';
    }

    /** Returns the paths in a note; none if it is no note of this class. */
    static List<String> in(String note) {
        List<String> paths = new ArrayList<>();
        if (!note.startsWith(BEGIN)) {
            return paths;
        }
        int at = BEGIN.length();
        while (at < note.length()) {
            StringBuilder path = new StringBuilder();
            boolean quotes = note.charAt(at) == '"';
            at += quotes ? 1 : 0;
            while (at < note.length() && (quotes || note.charAt(at) != ',')) {
                char c = note.charAt(at++);
                if (quotes && c == '"') {
                    if (at == note.length() || note.charAt(at) != '"') {
                        break;
                    }
                    at++;
                }
                path.append(c);
            }
            paths.add(path.toString());
            at += 2; // comma and space
        }
        return paths;
    }
}
