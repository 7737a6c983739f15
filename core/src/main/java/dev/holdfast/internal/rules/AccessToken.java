package dev.holdfast.internal.rules;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.spi.Body;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An access token: its secret lets a program in at a server, as a user with rights. The secret itself is not kept.
 *
 * @param user the user it stands for
 * @param display the name that others are shown; may be empty
 * @param label the label by which people distinguish it from others; empty for a session
 * @param from the name of the token that it was made from and ends with, or empty
 * @param life how long it lasts; null for until it is revoked
 */
public record AccessToken(
        String user,
        String display,
        List<Right> rights,
        String label,
        String from,
        Instant since,
        @Nullable Duration life)
        implements Body {

    /**
     * A role for some resources.
     *
     * @param role {@code reader}, {@code editor} or {@code admin}; a word that is not known gives no right
     * @param prefix whole segments that their names begin with, such as {@code scene/}; empty for all
     * @param exact whether it is for the one resource of that name alone
     * @param verbs the only things that it lets do; empty for all that the role may. A verb that is not known lets do nothing
     */
    public record Right(String role, String prefix, boolean exact, Set<String> verbs) {
        public Right {
            verbs = Set.copyOf(verbs);
        }

        public Right(String role, String prefix) {
            this(role, prefix, false, Set.of());
        }

        /** Reads {@code role}, {@code role:prefix} or {@code role=name}. */
        public static Right parse(String text) {
            int end = 0;
            while (end < text.length() && text.charAt(end) != ':' && text.charAt(end) != '=') {
                end++;
            }
            boolean exact = end < text.length() && text.charAt(end) == '=';
            return new Right(text.substring(0, end), text.substring(Math.min(end + 1, text.length())), exact, Set.of());
        }

        /** Returns the same right, limited to those verbs. */
        public Right only(Set<String> newVerbs) {
            return new Right(role, prefix, exact, newVerbs);
        }
    }

    public AccessToken {
        if (user.isEmpty()) {
            throw new IllegalArgumentException("A token needs a user: give a name.");
        }
        require("The user of a token", user);
        require("The name that a token shows", display);
        require("The label of a token", label);
        rights = List.copyOf(rights);
        if (life != null && (life.isNegative() || life.isZero())) {
            throw new IllegalArgumentException("A token must last longer than 0 seconds: give a longer time.");
        }
        since = Moments.boundedOrStamp(since);
        life = Moments.boundedOrNull(life);
    }

    /** Returns a token that is written now. */
    public static AccessToken of(String user, List<Right> rights) {
        return new AccessToken(user, "", rights, "", "", Stamp.TIME, null);
    }

    public AccessToken display(String newDisplay) {
        return new AccessToken(user, newDisplay, rights, label, from, since, life);
    }

    public AccessToken label(String newLabel) {
        return new AccessToken(user, display, rights, newLabel, from, since, life);
    }

    public AccessToken from(String newFrom) {
        return new AccessToken(user, display, rights, label, newFrom, since, life);
    }

    public AccessToken life(@Nullable Duration newLife) {
        return new AccessToken(user, display, rights, label, from, since, newLife);
    }

    /** Returns when it ends by itself; null if it does not. */
    public @Nullable Instant until() {
        return Moments.end(since, life);
    }

    @Override
    public AccessToken stamped(long version, Instant stamp) {
        return new AccessToken(user, display, rights, label, from, Stamp.time(since, stamp), life);
    }

    @Override
    public Set<String> users() {
        return Set.of(user);
    }

    @Override
    public Due due() {
        return Due.at(since, life);
    }

    private static void require(String what, String text) {
        if (text.length() > Bounds.PERSON) {
            throw new IllegalArgumentException(
                    what + " must have at most " + Bounds.PERSON + " characters, not " + text.length() + ".");
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new IllegalArgumentException(what + " must not contain control characters.");
            }
        }
    }
}
