package dev.holdfast.server.access;

import dev.holdfast.server.http.Authenticator;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.RequestGuard;
import dev.holdfast.server.http.Responses;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;

/** Admits all callers of this machine, without sign-in. */
public final class LocalAuthenticator implements Authenticator {
    private final RateLimits rates;

    public LocalAuthenticator(RateLimits rates) {
        this.rates = rates;
    }

    @Override
    public void admit(HttpServerRequest request, Handler<Caller> next) {
        try {
            Caller caller = RequestGuard.local(request);
            rates.count(ClientKey.of(request, caller));
            next.handle(caller);
        } catch (Problem problem) {
            Responses.refuse(request, "", problem);
        }
    }

    @Override
    public void recheck(HttpServerRequest request, Runnable gone) {
        // callers of this machine stay admitted
    }
}
