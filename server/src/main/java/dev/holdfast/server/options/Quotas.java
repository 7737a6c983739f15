package dev.holdfast.server.options;

import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;

/** The quota of each role. A caller has the quota of its highest role; without sign-in it has none. */
public record Quotas(Quota reader, Quota editor, Quota admin) {
    /** The default quota of each role. */
    public static final Quotas DEFAULT = new Quotas(Quota.DEFAULT, Quota.DEFAULT, Quota.ADMIN);

    /** Returns the quota of a caller. */
    public Quota of(Caller caller) {
        if (!caller.signedIn()) {
            return Quota.NONE;
        }
        Caller.Role highest = Caller.Role.READER;
        for (Caller.Right right : caller.rights()) {
            highest = right.role().compareTo(highest) > 0 ? right.role() : highest;
        }
        return switch (highest) {
            case READER -> reader;
            case EDITOR -> editor;
            case ADMIN -> admin;
        };
    }

    /** Returns the answer to a request that would exceed a quota. */
    public static Problem exceeded(String what, long max) {
        return Problem.quota("You may have at most " + max + " " + what + ". Release or end some of them first.")
                .header("Retry-After", "30");
    }
}
