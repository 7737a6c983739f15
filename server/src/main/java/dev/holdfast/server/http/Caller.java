package dev.holdfast.server.http;

import java.util.Locale;

/**
 * Who asks.
 *
 * @param name of the signed-in person or program; empty if there is no sign-in
 */
public record Caller(String name, Role role) {
    /** What somebody may do; each may do what those before it may. */
    public enum Role {
        READER,
        EDITOR,
        ADMIN
    }

    /** Whoever is on this machine, where there is no sign-in. */
    public static final Caller LOCAL = new Caller("", Role.ADMIN);

    public boolean admin() {
        return role == Role.ADMIN;
    }

    /** Throws a {@link Problem} unless the caller may do at least that. */
    public void require(Role least) {
        if (role.compareTo(least) < 0) {
            throw new Problem(
                    403,
                    "Not permitted",
                    "This needs the role " + least.name().toLowerCase(Locale.ROOT) + ", and you are "
                            + role.name().toLowerCase(Locale.ROOT) + ": ask whoever runs this server.");
        }
    }
}
