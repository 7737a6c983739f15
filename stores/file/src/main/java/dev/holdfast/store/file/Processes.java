package dev.holdfast.store.file;

import dev.holdfast.rules.Owner;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.store.file.sidecar.Shown;
import java.util.List;

/** The owners that other programs name by a process number. */
final class Processes {
    /** No machine has this name, so nobody presumes a process there dead. */
    private static final String ELSEWHERE = "?";

    private static final int LONGEST_HOST = 255;

    private Processes() {}

    /**
     * The owner that is that process.
     *
     * @param host as recorded; empty if it was not
     * @param local whether a process without a host must be one of this machine
     */
    static Owner owner(long pid, String host, boolean local) {
        boolean named = !host.isBlank() && !host.equals("unknown");
        if (named && (host.length() > LONGEST_HOST || host.chars().anyMatch(Character::isISOControl))) {
            return Shown.UNKNOWN;
        }
        String where = named ? host.strip() : local ? "" : ELSEWHERE;
        String name = "PID " + pid + (where.isEmpty() ? "" : " on " + where);
        return new Owner(name, name, "", List.of(new ProcessId(where, "", "", pid, "")));
    }
}
