package dev.holdfast.server.access;

import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.server.http.Authenticator;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.RequestGuard;
import dev.holdfast.server.http.Responses;
import dev.holdfast.server.http.ToolForms;
import dev.holdfast.server.options.SignInOptions;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Admits callers with a valid token, JWT or session. */
public final class SignInAuthenticator implements Authenticator {
    private final CallerLookup callers;
    private final Sessions sessions;
    private final RateLimits rates;
    private final Predicate<String> open;
    private final Function<Throwable, Problem> explanation;
    private final ToolForms tools;

    /**
     * @param open tests whether a path needs no sign-in
     * @param explanation turns a failure that is not a {@link Problem} into one
     * @param tools the forms of other tools, whose clients sign in with name and password
     */
    public SignInAuthenticator(
            Vertx vertx,
            AccessTokens tokens,
            Sessions sessions,
            SignInOptions options,
            RateLimits rates,
            Predicate<String> open,
            Function<Throwable, Problem> explanation,
            ToolForms tools) {
        this.tools = tools;
        this.callers = new CallerLookup(vertx, tokens, sessions.recent(), options, sessions::endOf);
        this.sessions = sessions;
        this.rates = rates;
        this.open = open;
        this.explanation = explanation;
    }

    @Override
    public void admit(HttpServerRequest request, Handler<Caller> next) {
        if (open.test(request.path())) {
            next.handle(Caller.STRANGER);
            return;
        }
        try {
            if (tools.covers(request.path())) {
                admitTool(request, next);
                return;
            }
            admit(request, credential(request), caller -> {}, next);
        } catch (Problem problem) {
            refuse(request, "", problem);
        }
    }

    /** Admits the client of another tool. No page may use it: a browser would send the password with requests of any page. */
    private void admitTool(HttpServerRequest request, Handler<Caller> next) {
        Credential.Signed signed;
        try {
            signed = Credential.ofTool(request);
        } catch (Problem problem) {
            rates.count(ClientKey.address(request));
            throw problem;
        }
        if (!RequestGuard.ownPage(request)) {
            throw new Problem(403, "Wrong origin", "Pages of other sites must not use the calls of other tools.");
        }
        admit(request, signed.credential(), signed::require, next);
    }

    /** @param check throws a {@link Problem} if the credential does not suffice for that caller */
    private void admit(HttpServerRequest request, Credential credential, Consumer<Caller> check, Handler<Caller> next) {
        Caller recent = callers.recent(credential);
        if (recent == null) {
            // Only failures count against an address: many callers may share one, behind a proxy.
            rates.require(ClientKey.address(request));
            find(request, credential, check, next);
        } else {
            admit(request, recent, check, next);
        }
    }

    private void refuse(HttpServerRequest request, String caller, Problem problem) {
        Responses.refuse(request, caller, tools.shaped(request.path(), problem));
    }

    private Credential credential(HttpServerRequest request) {
        try {
            Credential credential = Credential.of(request, sessions);
            if (credential.kind() == Credential.Kind.SESSION) {
                requireOwnPage(request, credential);
            }
            return credential;
        } catch (Problem problem) {
            rates.count(ClientKey.address(request)); // the user of a cookie is not looked up here
            throw problem;
        }
    }

    /** A browser sends the cookie with requests of any page; only pages of this server know the CSRF value. */
    private void requireOwnPage(HttpServerRequest request, Credential session) {
        if (!RequestGuard.ownPage(request)) {
            throw new Problem(403, "Wrong origin", "Pages of other sites must not use a session of this server.");
        }
        boolean reads = HttpMethod.GET.equals(request.method()) || HttpMethod.HEAD.equals(request.method());
        if (!reads && !sessions.isOwnPage(session.name(), request.getHeader("X-Holdfast-CSRF"))) {
            throw new Problem(
                    403,
                    "Forged request",
                    "With a session, every call that changes something needs the header X-Holdfast-CSRF. GET"
                            + " /v1/session returns its value.");
        }
    }

    @Override
    public void recheck(HttpServerRequest request, Runnable gone) {
        Credential credential = Credential.of(request, sessions);
        if (callers.recent(credential) == null) {
            callers.find(credential, (caller, failure) -> {
                // An unreachable store is no reason to end the streams of admitted callers.
                if (failure instanceof Problem problem && problem.isDenial()) {
                    gone.run();
                }
            });
        }
    }

    private void find(HttpServerRequest request, Credential credential, Consumer<Caller> check, Handler<Caller> next) {
        request.pause();
        callers.find(credential, (caller, failure) -> {
            try {
                found(request, credential.kind(), caller, failure, check, next);
            } catch (Throwable e) {
                refuse(request, "", explanation.apply(e));
            }
            request.resume();
        });
    }

    private void found(
            HttpServerRequest request,
            Credential.Kind kind,
            @Nullable Caller caller,
            @Nullable Throwable failure,
            Consumer<Caller> check,
            Handler<Caller> next) {
        if (caller != null) {
            admit(request, caller, check, next);
        } else if (failure != null) {
            Problem problem = failure instanceof Problem known ? known : explanation.apply(failure);
            if (problem.isDenial() || kind == Credential.Kind.JWT) { // without the issuer, anything looks like a JWT
                rates.blame(ClientKey.address(request));
            }
            refuse(request, "", problem);
        }
    }

    private void admit(HttpServerRequest request, Caller caller, Consumer<Caller> check, Handler<Caller> next) {
        try {
            check.accept(caller);
        } catch (Problem problem) {
            rates.blame(ClientKey.address(request));
            refuse(request, "", problem);
            return;
        }
        try {
            rates.count(ClientKey.of(request, caller));
            next.handle(caller);
        } catch (Problem problem) {
            refuse(request, caller.name(), problem);
        }
    }
}
