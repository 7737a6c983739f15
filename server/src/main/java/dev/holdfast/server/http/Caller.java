package dev.holdfast.server.http;

import java.util.List;
import java.util.Locale;

/**
 * Who asks.
 *
 * @param name by which the signed-in person or program is known for certain; empty if there is no sign-in
 * @param display what others are shown
 * @param rights what it may do where
 */
public record Caller(String name, String display, List<Right> rights) {
    /** What somebody may do; each may do what those before it may. */
    public enum Role {
        READER,
        EDITOR,
        ADMIN
    }

    /**
     * A role for some resources.
     *
     * @param prefix with which their names begin; empty for all
     */
    public record Right(Role role, String prefix) {
        boolean covers(Role least, String resource) {
            return role.compareTo(least) >= 0 && resource.startsWith(prefix);
        }
    }

    /** Whoever is on this machine, where there is no sign-in. */
    public static final Caller LOCAL = new Caller("", "", List.of(new Right(Role.ADMIN, "")));

    public Caller {
        rights = List.copyOf(rights);
    }

    /** Whether it is known who asks. */
    public boolean signedIn() {
        return !name.isEmpty();
    }

    /** Whether the caller may do that with a resource. */
    public boolean may(Role least, String resource) {
        for (Right right : rights) {
            if (right.covers(least, resource)) {
                return true;
            }
        }
        return false;
    }

    /** Throws a {@link Problem} unless the caller may do that with a resource. */
    public void require(Role least, String resource) {
        if (!may(least, resource)) {
            String role = least.name().toLowerCase(Locale.ROOT);
            throw new Problem(
                    403,
                    "Not permitted",
                    "This needs the role " + role + " for " + resource + ": ask whoever runs this server.");
        }
    }

    /** Throws a {@link Problem} unless the caller has that role for some resources at least. */
    public void require(Role least) {
        if (rights.stream().noneMatch(right -> right.role().compareTo(least) >= 0)) {
            String role = least.name().toLowerCase(Locale.ROOT);
            throw new Problem(403, "Not permitted", "This needs the role " + role + ": ask whoever runs this server.");
        }
    }
}
