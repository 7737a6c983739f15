package dev.holdfast.example.resume;

import java.util.regex.Pattern;

/** The valid ids of jobs and sessions: names of folders on every system. */
final class Ids {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    private Ids() {}

    static String require(String id) throws ToolException {
        if (PLAIN.matcher(id).matches()) {
            return id;
        }
        throw ToolException.usage(
                "An id has 1 to 64 letters, digits, '-' and '_' and begins with none of the last two.");
    }
}
