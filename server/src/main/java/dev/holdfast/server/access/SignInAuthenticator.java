package dev.holdfast.server.access;

import dev.holdfast.access.KnownPass;
import dev.holdfast.access.Passes;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Dispatcher;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.RequestGuard;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lets in whoever shows a token, a JWT or a session that counts. The store and the issuer are asked elsewhere than on event loops. */
public final class SignInAuthenticator implements Authenticator {
    private static final int THREADS = 16;
    /** With which the names of users begin that come in by another way. */
    private static final List<String> REALMS = List.of(JwtVerifier.REALM, Caller.ACCOUNT);

    private final Vertx vertx;
    private final Passes passes;
    private final Sessions sessions;
    private final RateLimits rates;
    private final boolean tokens;
    private final @Nullable JwtVerifier jwts;
    private final Predicate<String> open;
    private final Function<Throwable, Problem> explanation;
    private final WorkerExecutor threads;

    /**
     * @param open which paths are for everybody
     * @param explanation what to say when something fails that is not a problem already
     */
    public SignInAuthenticator(
            Vertx vertx,
            Passes passes,
            Sessions sessions,
            SignInOptions options,
            RateLimits rates,
            Predicate<String> open,
            Function<Throwable, Problem> explanation) {
        this.vertx = vertx;
        this.passes = passes;
        this.sessions = sessions;
        this.rates = rates;
        this.tokens = options.tokens();
        this.open = open;
        this.explanation = explanation;
        this.threads = vertx.createSharedWorkerExecutor("holdfast-sign-in", THREADS);
        JwtOptions jwt = options.jwt();
        this.jwts = jwt == null
                ? null
                : new JwtVerifier(jwt, new IssuerKeys(new KeyFetch(jwt.jwks()), System::nanoTime), this::onThreads);
    }

    private void onThreads(Runnable work) {
        threads.executeBlocking(Executors.callable(work), false);
    }

    @Override
    public void admit(HttpServerRequest request, Handler<Caller> next) {
        if (open.test(request.path())) {
            next.handle(Caller.STRANGER);
            return;
        }
        try {
            Credential credential = credential(request);
            Caller recent = sessions.recent().get(credential.name());
            if (recent == null) {
                // Only who fails is counted by address: many who are let in may share one, behind a proxy.
                rates.require(ClientKey.address(request));
                find(request, credential, next);
            } else {
                admit(request, recent, next);
            }
        } catch (Problem problem) {
            Dispatcher.refuse(request, "", problem);
        }
    }

    private Credential credential(HttpServerRequest request) {
        Credential credential;
        try {
            credential = Credential.of(request, sessions);
        } catch (Problem problem) {
            rates.count(ClientKey.address(request));
            throw problem;
        }
        if (credential.kind() == Credential.Kind.SESSION) {
            try {
                requireOwnPage(request, credential);
            } catch (Problem problem) {
                rates.count(ClientKey.address(request)); // whose cookie it is was not asked
                throw problem;
            }
        }
        return credential;
    }

    /** A browser sends the cookie along whoever has it ask; only pages of ours can show what they were told. */
    private void requireOwnPage(HttpServerRequest request, Credential session) {
        if (!RequestGuard.ownPage(request)) {
            throw new Problem(403, "Wrong origin", "Pages from elsewhere must not use somebody's session here.");
        }
        boolean looks = HttpMethod.GET.equals(request.method()) || HttpMethod.HEAD.equals(request.method());
        if (!looks && !sessions.isOwnPage(session.name(), request.getHeader("X-Holdfast-CSRF"))) {
            throw new Problem(
                    403,
                    "Forged request",
                    "With a session, whatever changes something needs the header X-Holdfast-CSRF: GET /v1/session says"
                            + " with which value.");
        }
    }

    @Override
    public void recheck(HttpServerRequest request, Runnable gone) {
        Credential credential = Credential.of(request, sessions);
        if (sessions.recent().get(credential.name()) == null) {
            ask(credential, (caller, failure) -> {
                // A store that cannot be reached is no reason to let go of those who were let in.
                if (failure instanceof Problem problem && problem.isDenial()) {
                    gone.run();
                }
            });
        }
    }

    private void find(HttpServerRequest request, Credential credential, Handler<Caller> next) {
        request.pause();
        ask(credential, (caller, failure) -> {
            try {
                found(request, credential.kind(), caller, failure, next);
            } catch (Throwable e) {
                Dispatcher.refuse(request, "", explanation.apply(e));
            }
            request.resume();
        });
    }

    private void found(
            HttpServerRequest request,
            Credential.Kind kind,
            @Nullable Caller caller,
            @Nullable Throwable failure,
            Handler<Caller> next) {
        if (caller != null) {
            admit(request, caller, next);
        } else if (failure != null) {
            Problem problem = failure instanceof Problem known ? known : explanation.apply(failure);
            if (problem.isDenial() || kind == Credential.Kind.JWT) { // without the issuer, anything looks like a JWT
                rates.blame(ClientKey.address(request));
            }
            Dispatcher.refuse(request, "", problem);
        }
    }

    private void admit(HttpServerRequest request, Caller caller, Handler<Caller> next) {
        try {
            rates.count(ClientKey.of(request, caller));
            next.handle(caller);
        } catch (Problem problem) {
            Dispatcher.refuse(request, caller.name(), problem);
        }
    }

    private void ask(Credential credential, BiConsumer<@Nullable Caller, @Nullable Throwable> answer) {
        long asked = System.nanoTime();
        Future<Caller> found = credential.kind() == Credential.Kind.JWT && jwts != null
                ? Future.fromCompletionStage(jwts.caller(credential.secret()), vertx.getOrCreateContext())
                : threads.executeBlocking(() -> caller(credential), false);
        found.onComplete((caller, failure) -> {
            if (caller != null) {
                sessions.recent().put(credential.name(), caller, asked);
            }
            answer.accept(caller, failure instanceof CompletionException ? failure.getCause() : failure);
        });
    }

    private Caller caller(Credential credential) {
        return switch (credential.kind()) {
            case TOKEN -> {
                if (!tokens) {
                    throw Credential.unknown("Tokens of Holdfast do not count on this server: sign in by a JWT.");
                }
                yield passes.find(credential.secret())
                        .map(SignInAuthenticator::tokenCaller)
                        .orElseThrow(() -> Credential.unknown("This token does not count here: it was revoked, has"
                                + " ended, or is of another store. Make one by holdfast token create."));
            }
            case SESSION ->
                passes.named(credential.name())
                        .map(SignInAuthenticator::caller)
                        .orElseThrow(() -> Credential.unknown("The session is over: sign in again."));
            case JWT ->
                throw Credential.unknown(
                        "This is no token of Holdfast, which begins with " + Passes.TOKEN + ": check what was copied.");
        };
    }

    private static Caller tokenCaller(KnownPass known) {
        for (String realm : REALMS) {
            if (known.pass().user().startsWith(realm)) {
                throw Credential.unknown(
                        "No token is of a user whose name begins with " + realm + ": make a token of another name.");
            }
        }
        return caller(known);
    }

    private static Caller caller(KnownPass known) {
        String display = known.pass().display();
        return new Caller(
                known.pass().user(),
                display.isEmpty() ? known.pass().user() : display,
                RightsMapper.ofPass(known.pass()),
                known.name());
    }
}
