package dev.holdfast.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.LockManager;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.access.KnownToken;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.AuditEvent;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.SessionEnd;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.server.options.SignInOptions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of browsers. A cookie has 256 random bits; only keyed hashes of them are stored, shown and compared. The end of
 * a session releases its locks.
 */
public final class Sessions {
    private static final String COOKIE = "holdfast";
    /** A browser accepts a cookie with this prefix only from this host and with TLS: no sibling site can set it. */
    private static final String HOST_ONLY = "__Host-";

    private final LockManager locks;
    private final @Nullable AccessTokens tokens;
    private final KeyedHash hash;
    private final Duration life;
    private final String cookie;
    private final String attributes;
    private final RecentCallers recent = new RecentCallers();
    private final Quotas quotas;
    private final SessionOrigins origins = new SessionOrigins();

    /**
     * @param tokens where sessions are stored; null without sign-in
     * @param secure whether the cookie must only be sent over TLS
     */
    public Sessions(
            LockManager locks,
            @Nullable AccessTokens tokens,
            @Nullable SignInOptions options,
            boolean secure,
            Quotas quotas) {
        this.quotas = quotas;
        SignInOptions how = options == null ? SignInOptions.TOKENS : options;
        this.locks = locks;
        this.tokens = tokens;
        this.hash = new KeyedHash(how.key());
        this.life = how.session();
        this.cookie = (secure ? HOST_ONLY : "") + COOKIE;
        this.attributes = "; Path=/; HttpOnly; SameSite=Strict" + (secure ? "; Secure" : "");
    }

    public List<Route> routes() {
        return Stream.concat(
                        Stream.of(
                                Route.post("/v1/session", this::begin),
                                Route.get("/v1/session", request -> Answer.ok(who(request.caller()))),
                                Route.delete("/v1/session", this::end)),
                        new TokenRoutes(tokens).routes().stream())
                .toList();
    }

    /** Returns the name of the cookie. */
    String cookie() {
        return cookie;
    }

    RecentCallers recent() {
        return recent;
    }

    /** Returns the name in the store of the session with this id. */
    String name(String id) {
        return AccessTokens.SESSION_PREFIX + hash.of("session", id);
    }

    /** Returns whether this is the CSRF value that pages of this server send with each change. */
    boolean isOwnPage(String session, @Nullable String shown) {
        byte[] wanted = csrf(session).getBytes(UTF_8);
        return shown != null && MessageDigest.isEqual(wanted, shown.getBytes(UTF_8));
    }

    private String csrf(String session) {
        return hash.of("csrf", session);
    }

    private Answer begin(Request request) {
        request.body().only();
        Caller caller = request.caller();
        if (tokens == null || !caller.session().isEmpty() || caller.isAccount()) {
            return Answer.ok(who(caller)); // nothing to begin
        }
        int max = quotas.of(caller).sessions();
        if (max > 0 && tokens.sessionsOf(caller.name()) >= max) {
            throw Quotas.exceeded("sessions", max);
        }
        String id = AccessTokens.randomText();
        KnownToken session = tokens.keep(
                name(id),
                AccessToken.of(caller.name(), RightsMapper.toTokenRights(caller))
                        .display(caller.display())
                        .from(caller.tokenId())
                        .life(life));
        origins.put(session.name(), tokens.named(caller.tokenId()).orElse(null));
        Caller signedIn = new Caller(caller.name(), caller.display(), caller.rights(), session.name());
        return Answer.created(who(signedIn))
                .with("Set-Cookie", cookie + "=" + id + "; Max-Age=" + life.toSeconds() + attributes)
                .did(() -> List.of(AuditEvent.of("sign-in").with("session", session.name())));
    }

    private Map<String, @Nullable Object> who(Caller caller) {
        String session = caller.session();
        return new JsonAnswer()
                .with("signedIn", caller.signedIn())
                .with("version", ServerVersion.NUMBER)
                .with("tokens", tokens != null && caller.mayDoEverything())
                .with("user", caller.name())
                .with("name", caller.display())
                .with(
                        "rights",
                        caller.rights().stream()
                                .map(right -> new JsonAnswer()
                                        .with("role", RightsMapper.word(right.role()))
                                        .with("prefix", right.prefix())
                                        .with("exact", right.exact())
                                        .with("verbs", RightsMapper.shown(right.verbs()))
                                        .tree())
                                .toList())
                .with("owner", session.isEmpty() ? null : session)
                .with("csrf", session.isEmpty() ? null : csrf(session))
                .tree();
    }

    /** Returns why a session is over, as far as this server knows. Blocks. */
    String endOf(String session) {
        return origins.endOf(session, tokens);
    }

    /** Ends the session first, then releases its locks. */
    private Answer end(Request request) {
        String session = request.caller().session();
        boolean ends = tokens != null && !session.isEmpty();
        int released = 0;
        if (tokens != null && !session.isEmpty()) {
            tokens.end(session);
            recent.forget(session);
            origins.forget(session);
            released = SessionEnd.release(locks, request.caller());
        }
        int count = released;
        return Answer.ok(new JsonAnswer().with("released", released).tree())
                .with("Set-Cookie", cookie + "=; Max-Age=0" + attributes)
                .did(() -> ends ? List.of(AuditEvent.of("sign-out").with("count", count)) : List.of());
    }

    /**
     * Returns whether the caller's session still exists, according to the store. To be called after each grant: the end of the
     * session may have come just before it, and would not release the new lock.
     */
    public boolean lasts(Caller caller) {
        return tokens == null
                || caller.session().isEmpty()
                || tokens.named(caller.session()).isPresent();
    }
}
