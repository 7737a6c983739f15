package dev.holdfast.internal.access;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Sha256;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The access tokens in a store. People create and revoke them; a session is one that a server creates. Only a hash of a token's secret
 * is kept. Safe for use by many threads; every method may block, and may throw a {@link dev.holdfast.StoreException}.
 */
public final class AccessTokens {
    /** The beginning of the secret of every token. */
    public static final String SECRET_PREFIX = "hf_";

    /** The beginning of the names of sessions. Those of other tokens are hexadecimal digits, and come before them. */
    public static final String SESSION_PREFIX = "session-";

    /** How long a token lasts by default. */
    public static final Duration DEFAULT_LIFE = Duration.ofDays(90);

    private static final int SECRET_BYTES = 32;
    private static final int MIN_ID = 8;
    static final int TRIES = 50;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final LockStore store;

    public AccessTokens(LockStore store) {
        this.store = store;
    }

    /** Returns 256 random bits as 43 characters, which cannot be guessed. */
    public static String randomText() {
        byte[] bytes = new byte[SECRET_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the secret of a new token. */
    static String secret() {
        return SECRET_PREFIX + randomText();
    }

    /** Returns the name under which the token with that secret is kept. */
    public static String name(String secret) {
        return HexFormat.of().formatHex(Sha256.of(secret.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Creates a token. Without a label it gets one, after its user.
     *
     * @throws IllegalArgumentException if another token has that label, or if a text of it has hidden characters
     */
    public NewToken create(AccessToken token) {
        Bounds.text("The user of a token", token.user(), Bounds.PERSON);
        Bounds.text("The name that a token shows", token.display(), Bounds.PERSON);
        Bounds.text("The label of a token", token.label(), Bounds.PERSON);
        for (AccessToken.Right right : token.rights()) {
            Bounds.text("The prefix or name of a right", right.prefix(), Bounds.PERSON);
        }
        List<String> taken = list().stream().map(known -> known.token().label()).toList();
        if (taken.contains(token.label())) {
            throw new IllegalArgumentException("There is a token '" + token.label()
                    + "' already: choose another label, or revoke that one first.");
        }
        String label = token.label().isEmpty() ? free(token.user(), taken) : token.label();
        String secret = secret();
        return new NewToken(secret, keep(name(secret), token.label(label)));
    }

    private static String free(String user, List<String> taken) {
        String label = user;
        for (int i = 2; taken.contains(label); i++) {
            label = user + "-" + i;
        }
        return label;
    }

    /** Writes a token under a name that is not in use yet. */
    public KnownToken keep(String name, AccessToken token) {
        Result result = apply(Change.put(key(name), Change.ABSENT, token));
        if (result instanceof Result.Applied applied) {
            return new KnownToken(name, token.stamped(applied.version(), applied.stamp()));
        }
        throw new IllegalStateException("A token of that name exists already.");
    }

    /** Returns the token with that secret, if there is one and it has not ended. */
    public Optional<KnownToken> find(String secret) {
        return named(name(secret));
    }

    /** Returns the token of that name, if neither it nor the one that it was made from has ended. */
    public Optional<KnownToken> named(String name) {
        Reading reading = store.read(List.of(key(name)));
        AccessToken token = alive(reading.get(key(name)), reading.now());
        if (token == null || (!token.from().isEmpty() && named(token.from()).isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new KnownToken(name, token));
    }

    static @Nullable AccessToken alive(@Nullable Entry entry, Instant now) {
        if (entry == null || !(entry.body() instanceof AccessToken token)) {
            return null;
        }
        Instant until = token.until();
        return until == null || until.isAfter(now) ? token : null;
    }

    /** Returns all tokens that have not ended, in the order of their names. */
    public List<KnownToken> list() {
        List<KnownToken> all = new ArrayList<>();
        Page page;
        Query query = Query.all(Kind.TOKEN);
        do {
            page = store.query(query);
            for (Entry entry : page.entries()) {
                String name = entry.key().name();
                if (name.startsWith(SESSION_PREFIX)) {
                    return all;
                }
                AccessToken token = alive(entry, page.now());
                if (token != null) {
                    all.add(new KnownToken(name, token));
                }
                query = query.after(name);
            }
        } while (page.more());
        return all;
    }

    /** Returns how many sessions a user has that have not ended. */
    public int sessionsOf(String user) {
        int sessions = 0;
        Page page;
        Query query = Query.all(Kind.TOKEN).prefix(SESSION_PREFIX).user(user);
        do {
            page = store.query(query);
            for (Entry entry : page.entries()) {
                sessions += alive(entry, page.now()) == null ? 0 : 1;
                query = query.after(entry.key().name());
            }
        } while (page.more());
        return sessions;
    }

    /**
     * Revokes the tokens with that label, or else the one whose name begins so.
     *
     * @return the revoked tokens; none if there is no such token
     * @throws IllegalArgumentException if several names begin so
     */
    public List<KnownToken> revoke(String labelOrId) {
        return meant(labelOrId).stream().filter(known -> end(known.name())).toList();
    }

    private List<KnownToken> meant(String labelOrId) {
        List<KnownToken> all = list();
        List<KnownToken> meant = all.stream()
                .filter(known -> known.token().label().equals(labelOrId))
                .toList();
        if (meant.isEmpty() && labelOrId.length() >= MIN_ID) {
            meant = all.stream()
                    .filter(known -> known.name().startsWith(labelOrId))
                    .toList();
            if (meant.size() > 1) {
                throw new IllegalArgumentException(
                        "Several tokens have an id that begins with " + labelOrId + ": give more of it.");
            }
        }
        return meant;
    }

    /**
     * Creates a token in place of another: for the same user, with the same rights, label and life, counted from now. The old
     * one lasts for the grace, and no longer than it would have. Both changes are one step.
     *
     * @return empty if there is no such token
     * @throws IllegalArgumentException if several names begin so
     */
    public Optional<NewToken> rotate(String labelOrId, Duration grace) {
        // After an earlier rotation two have the label: the older one is on its way out.
        Optional<KnownToken> newest = meant(labelOrId).stream()
                .max(Comparator.comparing(known -> known.token().since()));
        return newest.flatMap(known -> Rotation.of(store, known, grace));
    }

    /** Ends the token of that name, and returns whether there was one. */
    public boolean end(String name) {
        for (int i = 0; i < TRIES; i++) {
            long version = store.read(List.of(key(name))).version(key(name));
            if (version == Change.ABSENT) {
                return false;
            }
            if (apply(Change.delete(key(name), version)) instanceof Result.Applied) {
                return true;
            }
        }
        throw busy();
    }

    private Result apply(Change change) {
        for (int i = 0; i < TRIES; i++) {
            Result result = store.apply(List.of(Group.of(change))).get(0);
            if (!(result instanceof Result.Busy)) {
                return result;
            }
        }
        throw busy();
    }

    static StoreUnreachableException busy() {
        return new StoreUnreachableException("The store is too busy to change a token: try again in a moment.", null);
    }

    static Key key(String name) {
        return new Key(Kind.TOKEN, name);
    }
}
