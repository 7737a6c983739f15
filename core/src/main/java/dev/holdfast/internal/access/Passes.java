package dev.holdfast.internal.access;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Sha256;
import dev.holdfast.internal.rules.Pass;
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
 * The passes in a store: tokens, which people make and revoke, and sessions, which servers do. Only a hash of a token's secret
 * is kept. Safe for use by many threads; every method may block, and may throw a {@link dev.holdfast.StoreException}.
 */
public final class Passes {
    /** With which the secret of every token begins. */
    public static final String TOKEN = "hf_";

    /** With which the names of sessions begin; those of tokens are hexadecimal digits, and come before them. */
    public static final String SESSION = "session-";

    /** How long a token lasts by default. */
    public static final Duration USUAL_LIFE = Duration.ofDays(90);

    private static final int SECRET_BYTES = 32;
    private static final int MIN_ID = 8;
    static final int TRIES = 50;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final LockStore store;

    public Passes(LockStore store) {
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
        return TOKEN + randomText();
    }

    /** Returns the name under which the token with that secret is kept. */
    public static String name(String secret) {
        return HexFormat.of().formatHex(Sha256.of(secret.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Makes a token. Without a label it gets one, after its user.
     *
     * @throws IllegalArgumentException if another token has that label, or if a text of it has hidden characters
     */
    public NewPass create(Pass pass) {
        Bounds.text("The user of a token", pass.user(), Bounds.PERSON);
        Bounds.text("The name that a token shows", pass.display(), Bounds.PERSON);
        Bounds.text("The label of a token", pass.label(), Bounds.PERSON);
        for (Pass.Right right : pass.rights()) {
            Bounds.text("The prefix or name of a right", right.prefix(), Bounds.PERSON);
        }
        List<String> taken = list().stream().map(known -> known.pass().label()).toList();
        if (taken.contains(pass.label())) {
            throw new IllegalArgumentException(
                    "There is a token '" + pass.label() + "' already: choose another label, or revoke that one first.");
        }
        String label = pass.label().isEmpty() ? free(pass.user(), taken) : pass.label();
        String secret = secret();
        return new NewPass(secret, keep(name(secret), pass.label(label)));
    }

    private static String free(String user, List<String> taken) {
        String label = user;
        for (int i = 2; taken.contains(label); i++) {
            label = user + "-" + i;
        }
        return label;
    }

    /** Writes a pass under a name that nothing has yet. */
    public KnownPass keep(String name, Pass pass) {
        Result result = apply(Change.put(key(name), Change.ABSENT, pass));
        if (result instanceof Result.Applied applied) {
            return new KnownPass(name, pass.stamped(applied.version(), applied.stamp()));
        }
        throw new IllegalStateException("A token of that name exists already.");
    }

    /** Returns the token with that secret, if there is one and it has not ended. */
    public Optional<KnownPass> find(String secret) {
        return named(name(secret));
    }

    /** Returns the token of that name, if neither it nor the one that it was made from has ended. */
    public Optional<KnownPass> named(String name) {
        Reading reading = store.read(List.of(key(name)));
        Pass pass = alive(reading.get(key(name)), reading.now());
        if (pass == null || (!pass.from().isEmpty() && named(pass.from()).isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new KnownPass(name, pass));
    }

    static @Nullable Pass alive(@Nullable Entry entry, Instant now) {
        if (entry == null || !(entry.body() instanceof Pass pass)) {
            return null;
        }
        Instant until = pass.until();
        return until == null || until.isAfter(now) ? pass : null;
    }

    /** Returns all tokens that have not ended, in the order of their names. */
    public List<KnownPass> list() {
        List<KnownPass> all = new ArrayList<>();
        Page page;
        Query query = Query.all(Kind.PASS);
        do {
            page = store.query(query);
            for (Entry entry : page.entries()) {
                String name = entry.key().name();
                if (name.startsWith(SESSION)) {
                    return all;
                }
                Pass pass = alive(entry, page.now());
                if (pass != null) {
                    all.add(new KnownPass(name, pass));
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
        Query query = Query.all(Kind.PASS).prefix(SESSION).user(user);
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
     * Revokes the tokens with that label, else the one whose name begins so. Those that were revoked: none if there is no such
     * token.
     *
     * @throws IllegalArgumentException if several names begin so
     */
    public List<KnownPass> revoke(String labelOrId) {
        return meant(labelOrId).stream().filter(known -> end(known.name())).toList();
    }

    private List<KnownPass> meant(String labelOrId) {
        List<KnownPass> all = list();
        List<KnownPass> meant = all.stream()
                .filter(known -> known.pass().label().equals(labelOrId))
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
     * Makes a token in place of another: for the same user, with the same rights, label and life, counted from now. The old
     * one lasts for the grace, and no longer than it would have. Both changes are one step.
     *
     * @return empty if there is no such token
     * @throws IllegalArgumentException if several names begin so
     */
    public Optional<NewPass> rotate(String labelOrId, Duration grace) {
        // After an earlier rotation two have the label: the older one is on its way out.
        Optional<KnownPass> newest = meant(labelOrId).stream()
                .max(Comparator.comparing(known -> known.pass().since()));
        return newest.flatMap(known -> Rotation.of(store, known, grace));
    }

    /** Ends the pass of that name. Whether there was one. */
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
        return new Key(Kind.PASS, name);
    }
}
