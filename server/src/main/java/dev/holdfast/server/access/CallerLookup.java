package dev.holdfast.server.access;

import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.access.KnownToken;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.options.JwtOptions;
import dev.holdfast.server.options.SignInOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds the caller of a credential: of a token or a session in the store, of a JWT with the keys of its issuer. Does not block. */
final class CallerLookup {
    private static final int THREADS = 16;
    /** The prefixes of user names that tokens cannot have: those of JWTs and of accounts. */
    private static final List<String> REALMS = List.of(JwtVerifier.REALM, Caller.ACCOUNT);

    private final Vertx vertx;
    private final AccessTokens tokens;
    private final RecentCallers recent;
    private final boolean acceptsTokens;
    private final @Nullable JwtVerifier jwts;
    private final WorkerExecutor threads;
    /** Says why a session is over. */
    private final UnaryOperator<String> endOf;

    CallerLookup(
            Vertx vertx,
            AccessTokens tokens,
            RecentCallers recent,
            SignInOptions options,
            UnaryOperator<String> endOf) {
        this.endOf = endOf;
        this.vertx = vertx;
        this.tokens = tokens;
        this.recent = recent;
        this.acceptsTokens = options.tokens();
        this.threads = vertx.createSharedWorkerExecutor("holdfast-sign-in", THREADS);
        JwtOptions jwt = options.jwt();
        this.jwts = jwt == null
                ? null
                : new JwtVerifier(jwt, new IssuerKeys(new KeyFetch(jwt.jwks()), System::nanoTime), this::onThreads);
    }

    private void onThreads(Runnable work) {
        threads.executeBlocking(Executors.callable(work), false);
    }

    /** Returns the caller, if it was found a moment ago; else null. */
    @Nullable
    Caller recent(Credential credential) {
        return recent.get(credential.name());
    }

    /** Finds the caller, and passes it on, or the failure: a denial is a {@link dev.holdfast.server.http.Problem}. */
    void find(Credential credential, BiConsumer<@Nullable Caller, @Nullable Throwable> answer) {
        long asked = System.nanoTime();
        Future<Caller> found = credential.kind() == Credential.Kind.JWT && jwts != null
                ? Future.fromCompletionStage(jwts.caller(credential.secret()), vertx.getOrCreateContext())
                : threads.executeBlocking(() -> caller(credential), false);
        found.onComplete((caller, failure) -> {
            if (caller != null) {
                recent.put(credential.name(), caller, asked);
            }
            answer.accept(caller, failure instanceof CompletionException ? failure.getCause() : failure);
        });
    }

    private Caller caller(Credential credential) {
        return switch (credential.kind()) {
            case TOKEN -> {
                if (!acceptsTokens) {
                    throw Credential.unknown("This server does not accept tokens of Holdfast: sign in with a JWT.");
                }
                yield tokens.find(credential.secret())
                        .map(CallerLookup::tokenCaller)
                        .orElseThrow(() -> Credential.unknown("This token does not count here: it was revoked, has"
                                + " expired, or belongs to another store. Create one with: holdfast token create."));
            }
            case SESSION ->
                tokens.named(credential.name())
                        .map(CallerLookup::caller)
                        .orElseThrow(() -> Credential.unknown(endOf.apply(credential.name())));
            case JWT ->
                throw Credential.unknown("This is not a token of Holdfast, which begins with "
                        + AccessTokens.SECRET_PREFIX + ": check what was copied.");
        };
    }

    private static Caller tokenCaller(KnownToken known) {
        for (String realm : REALMS) {
            if (known.token().user().startsWith(realm)) {
                throw Credential.unknown(
                        "The user of a token must not begin with " + realm + ": create a token with another name.");
            }
        }
        return caller(known);
    }

    private static Caller caller(KnownToken known) {
        String display = known.token().display();
        return new Caller(
                known.token().user(),
                display.isEmpty() ? known.token().user() : display,
                RightsMapper.ofToken(known.token()),
                known.name());
    }
}
