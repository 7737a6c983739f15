package dev.holdfast.server.http;

import java.util.List;
import java.util.Locale;

/**
 * Who asks.
 *
 * @param name by which the signed-in person or program is known for certain; empty if there is no sign-in
 * @param display what others are shown
 * @param rights what it may do where
 * @param pass the name of the pass that let it in, which is no secret; empty if none did
 */
public record Caller(String name, String display, List<Right> rights, String pass) {
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
     * @param exact whether it is for the one resource of that name alone
     */
    public record Right(Role role, String prefix, boolean exact) {
        public Right(Role role, String prefix) {
            this(role, prefix, false);
        }

        /** A role for one resource, and none whose name begins like its own. */
        public static Right on(Role role, String resource) {
            return new Right(role, resource, true);
        }

        boolean covers(Role least, String resource) {
            return role.compareTo(least) >= 0 && (exact ? resource.equals(prefix) : resource.startsWith(prefix));
        }
    }

    /** Whoever is on this machine, where there is no sign-in. */
    public static final Caller LOCAL = new Caller("", "", List.of(new Right(Role.ADMIN, "")));

    /** Somebody nobody knows, who may do nothing. */
    public static final Caller STRANGER = new Caller("", "", List.of());

    /** With which the passes of sessions begin. */
    private static final String SESSION = "session-";

    public Caller {
        rights = List.copyOf(rights);
    }

    public Caller(String name, String display, List<Right> rights) {
        this(name, display, rights, "");
    }

    /**
     * The id of the owner that a browser's session is, empty if the caller has none. What is held under it, or under it with a
     * slash and more, is released when the session ends. It is a keyed hash and may be shown.
     */
    public String session() {
        return pass.startsWith(SESSION) ? pass : "";
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
