package dev.holdfast.server.access;

import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.access.KnownToken;
import dev.holdfast.internal.base.RecentMap;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tokens that the latest sessions of this server began with, to say why a session is over. Thread-safe. */
final class SessionOrigins {
    private static final int MAX_KEPT = 10_000;

    private final Map<String, Origin> kept = new RecentMap<>(MAX_KEPT);

    /** The beginning of a session. A JWT has no token. */
    private record Origin(@Nullable String token, @Nullable Instant until) {}

    synchronized void put(String session, @Nullable KnownToken token) {
        kept.put(
                session,
                new Origin(
                        token == null ? null : token.name(),
                        token == null ? null : token.token().until()));
    }

    private synchronized @Nullable Origin get(String session) {
        return kept.get(session);
    }

    synchronized void forget(String session) {
        kept.remove(session);
    }

    /** Returns a sentence about a session that is not in the store any more. */
    String endOf(String session, @Nullable AccessTokens tokens) {
        Origin origin = get(session);
        if (origin == null || tokens == null) {
            return "The session is over: sign in again.";
        } else if (origin.token() == null || tokens.named(origin.token()).isPresent()) {
            return "The session is over, since it lasted as long as a session may: sign in again.";
        } else if (origin.until() != null && !origin.until().isAfter(Instant.now())) {
            return "The session is over, since its token has expired: sign in with another token.";
        }
        return "The session is over, since its token was revoked: sign in with another token, or ask the operator of"
                + " this server.";
    }
}
