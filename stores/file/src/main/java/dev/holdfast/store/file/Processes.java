package dev.holdfast.store.file;

import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.store.file.sidecar.Shown;
import java.util.List;
import java.util.regex.Pattern;

/** The owners that other programs name by a process number. */
final class Processes {
    /** No machine has this name, so no reader presumes a process there dead. */
    static final String ELSEWHERE = "?";

    private static final int MAX_HOST = 255;
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9:\\[\\]._-]{0,100}");

    private Processes() {}

    /**
     * Returns the owner that stands for a process.
     *
     * @param there the place as recorded; its parts are empty if they were not
     * @param local whether a process without a host must be one of this machine
     */
    static Owner owner(long pid, Where there, boolean local) {
        String host = there.host();
        boolean named = !host.isBlank() && !host.equals("unknown");
        if (named && (host.length() > MAX_HOST || host.chars().anyMatch(Character::isISOControl))) {
            return Shown.UNKNOWN;
        }
        String where = named ? host.strip() : local ? "" : ELSEWHERE;
        String name = "PID " + pid + (where.isEmpty() ? "" : " on " + where);
        return new Owner(
                name, name, "", List.of(new ProcessId(where, word(there.boot()), word(there.namespace()), pid, "")));
    }

    /** Returns the text, or one that no machine has if it is none that Holdfast or its shell library writes. */
    private static String word(String text) {
        return WORD.matcher(text).matches() ? text : ProcessId.UNKNOWN_NAMESPACE;
    }
}
