package dev.holdfast.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
     * @param prefix whole segments that their names begin with: {@code scene} and {@code scene/} cover {@code scene/1}, never
     *     {@code scenery}; empty for all
     * @param exact whether it is for the one resource of that name alone
     * @param verbs the only things that it lets do; null for all that the role may
     */
    public record Right(
            Role role,
            String prefix,
            boolean exact,
            @Nullable Set<Verb> verbs) {
        public Right {
            verbs = verbs == null ? null : Set.copyOf(verbs);
        }

        public Right(Role role, String prefix) {
            this(role, prefix, false, null);
        }

        /** A role for one resource, and none whose name begins like its own. */
        public static Right on(Role role, String resource) {
            return new Right(role, resource, true, null);
        }

        boolean covers(Role least, String resource) {
            return role.compareTo(least) >= 0 && (exact ? resource.equals(prefix) : isBelow(resource));
        }

        /** A name with dots for a segment may mean another place to whoever reads it as a path. */
        private boolean isBelow(String resource) {
            return prefix.isEmpty()
                    || ((resource.equals(prefix) || resource.startsWith(prefix.endsWith("/") ? prefix : prefix + "/"))
                            && List.of(resource.split("/", -1)).stream()
                                    .noneMatch(segment -> segment.equals(".") || segment.equals("..")));
        }

        boolean lets(Verb verb) {
            return verbs == null || verbs.contains(verb);
        }
    }

    /** Whoever is on this machine, where there is no sign-in. */
    public static final Caller LOCAL = new Caller("", "", List.of(new Right(Role.ADMIN, "")));

    /** Somebody nobody knows, who may do nothing. */
    public static final Caller STRANGER = new Caller("", "", List.of());

    /** With which the names of callers begin that are accounts of this machine: no token or JWT can have such a user. */
    public static final String ACCOUNT = "unix:";

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

    /** Returns whether it is an account of this machine, known by its connection to a Unix socket. */
    public boolean isAccount() {
        return name.startsWith(ACCOUNT);
    }

    /** Whether it is known who asks. */
    public boolean signedIn() {
        return !name.isEmpty();
    }

    /** Returns the caller with only those rights that let do such a thing. */
    public Caller doing(Verb verb) {
        if (rights.stream().allMatch(right -> right.lets(verb))) {
            return this;
        }
        return new Caller(
                name, display, rights.stream().filter(right -> right.lets(verb)).toList(), pass);
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
                            "This needs the role " + role + " for " + (resource.isEmpty() ? "all resources" : resource)
                                    + ": ask whoever runs this server.")
                    .denied("role " + role, resource.isEmpty() ? List.of() : List.of(resource));
        }
    }

    /** Throws a {@link Problem} unless the caller has that role for some resources at least. */
    public void require(Role least) {
        if (rights.stream().noneMatch(right -> right.role().compareTo(least) >= 0)) {
            String role = least.name().toLowerCase(Locale.ROOT);
            throw new Problem(403, "Not permitted", "This needs the role " + role + ": ask whoever runs this server.")
                    .denied("role " + role, List.of());
        }
    }
}
