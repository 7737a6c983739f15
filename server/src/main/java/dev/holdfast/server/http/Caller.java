package dev.holdfast.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a request.
 *
 * @param name the authenticated user; empty if there is no sign-in
 * @param display the name that others see
 * @param rights what it may do with which resources
 * @param tokenId the id of its token or session, which is not secret; empty if it has none
 */
public record Caller(String name, String display, List<Right> rights, String tokenId) {
    /** The role of a caller. Each role includes those before it. */
    public enum Role {
        /** Sees locks. */
        READER,
        /** Takes locks. */
        EDITOR,
        /** Ends holds of others. */
        ADMIN
    }

    /**
     * A role for some resources.
     *
     * @param prefix whole segments that their names begin with: {@code scene} and {@code scene/} cover {@code scene/1}, never
     *     {@code scenery}; empty for all
     * @param exact whether it is for the one resource of that name alone
     * @param verbs the only actions that it allows; null for all actions of the role
     */
    public record Right(
            Role role,
            String prefix,
            boolean exact,
            @Nullable Set<Verb> verbs) {
        public Right {
            verbs = verbs == null ? null : Set.copyOf(verbs);
        }

        /** Makes a right to all actions of a role. */
        public Right(Role role, String prefix) {
            this(role, prefix, false, null);
        }

        /** Returns a role for one resource only, not for those below it. */
        public static Right on(Role role, String resource) {
            return new Right(role, resource, true, null);
        }

        boolean covers(Role least, String resource) {
            return role.compareTo(least) >= 0 && (exact ? resource.equals(prefix) : isBelow(resource));
        }

        /** A program that reads a name with dot segments as a path may find another resource. */
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

    /** Any program of this machine, on a server without sign-in. */
    public static final Caller LOCAL = new Caller("", "", List.of(new Right(Role.ADMIN, "")));

    /** An unknown caller without any rights. */
    public static final Caller STRANGER = new Caller("", "", List.of());

    /** The prefix of callers that are accounts of this machine. No token or JWT can have such a user. */
    public static final String ACCOUNT = "unix:";

    /** The prefix of session ids. */
    private static final String SESSION = "session-";

    public Caller {
        rights = List.copyOf(rights);
    }

    /** Returns whether it is signed in and may do everything, so that it may give every right to others. */
    public boolean mayDoEverything() {
        return signedIn()
                && rights.stream()
                        .anyMatch(right -> right.role() == Role.ADMIN
                                && right.prefix().isEmpty()
                                && !right.exact()
                                && right.verbs() == null);
    }

    /** Makes a caller without a token or session. */
    public Caller(String name, String display, List<Right> rights) {
        this(name, display, rights, "");
    }

    /**
     * Returns the owner id of a browser's session; empty if the caller has none. All holds of this id, and of ids that begin
     * with it and a slash, are released when the session ends. It is a keyed hash, not a secret.
     */
    public String session() {
        return tokenId.startsWith(SESSION) ? tokenId : "";
    }

    /** Returns whether it is an account of this machine, identified by its connection to a Unix socket. */
    public boolean isAccount() {
        return name.startsWith(ACCOUNT);
    }

    /** Returns whether the caller is authenticated. */
    public boolean signedIn() {
        return !name.isEmpty();
    }

    /** Returns the caller with only the rights that allow this action. */
    public Caller doing(Verb verb) {
        boolean all = true;
        for (Right right : rights) {
            all &= right.lets(verb);
        }
        if (all) {
            return this;
        }
        return new Caller(
                name, display, rights.stream().filter(right -> right.lets(verb)).toList(), tokenId);
    }

    /** Returns whether the caller has this role for a resource. */
    public boolean may(Role least, String resource) {
        for (Right right : rights) {
            if (right.covers(least, resource)) {
                return true;
            }
        }
        return false;
    }

    /** Throws a {@link Problem} unless the caller has this role for a resource. */
    public void require(Role least, String resource) {
        if (!may(least, resource)) {
            String role = least.name().toLowerCase(Locale.ROOT);
            throw new Problem(
                            403,
                            "Not permitted",
                            "This needs the role " + role + " for " + (resource.isEmpty() ? "all resources" : resource)
                                    + ": ask the operator of this server.")
                    .denied("role " + role, resource.isEmpty() ? List.of() : List.of(resource));
        }
    }

    /** Throws a {@link Problem} unless the caller has this role for at least one resource. */
    public void require(Role least) {
        if (rights.stream().noneMatch(right -> right.role().compareTo(least) >= 0)) {
            String role = least.name().toLowerCase(Locale.ROOT);
            throw new Problem(
                            403, "Not permitted", "This needs the role " + role + ": ask the operator of this server.")
                    .denied("role " + role, List.of());
        }
    }
}
