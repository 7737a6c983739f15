package dev.holdfast.server.access;

import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Front;
import dev.holdfast.server.http.Guard;
import dev.holdfast.server.http.Problem;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;

/** Lets in whoever is on this machine, without sign-in. */
public final class LocalEntrance implements Entrance {
    private final Rates rates;

    public LocalEntrance(Rates rates) {
        this.rates = rates;
    }

    @Override
    public void admit(HttpServerRequest request, Handler<Caller> next) {
        try {
            Caller caller = Guard.local(request);
            rates.count(Clients.of(request, caller));
            next.handle(caller);
        } catch (Problem problem) {
            Front.refuse(request, "", problem);
        }
    }

    @Override
    public void recheck(HttpServerRequest request, Runnable gone) {
        // whoever is on this machine stays there
    }
}
