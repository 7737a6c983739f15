package dev.holdfast.server.access;

import dev.holdfast.internal.process.Account;
import dev.holdfast.server.http.Authenticator;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.RequestGuard;
import dev.holdfast.server.http.Responses;
import dev.holdfast.server.http.ToolForms;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Admits accounts of this machine, as the kernel identifies them at a Unix socket. A caller with a token is the token's user
 * instead, if the server has sign-in.
 */
public final class PeerAuthenticator implements Authenticator {
    private static final List<Caller.Right> ALL = List.of(new Caller.Right(Caller.Role.ADMIN, ""));

    private final Account own;
    private final Map<String, List<String>> users;
    private final List<String> others;
    private final RateLimits rates;
    private final Predicate<String> open;
    private final @Nullable Authenticator tokens;
    private final Function<Throwable, Problem> explanation;
    private final ToolForms tools;

    /**
     * @param own the account of the server, which may do everything, as root may
     * @param users the rights of accounts by their names
     * @param others the rights of all other accounts
     * @param open tests whether a path needs no sign-in
     * @param tokens admits callers with a token, and those of other tools; null without sign-in
     * @param explanation turns a failure that is not a {@link Problem} into one
     */
    public PeerAuthenticator(
            Account own,
            Map<String, List<String>> users,
            List<String> others,
            RateLimits rates,
            Predicate<String> open,
            @Nullable Authenticator tokens,
            Function<Throwable, Problem> explanation,
            ToolForms tools) {
        this.tools = tools;
        this.own = own;
        this.users = Map.copyOf(users);
        this.others = List.copyOf(others);
        this.rates = rates;
        this.open = open;
        this.tokens = tokens;
        this.explanation = explanation;
    }

    private @Nullable Authenticator tokens(HttpServerRequest request) {
        return request.headers().contains("Authorization") || tools.covers(request.path()) ? tokens : null;
    }

    @Override
    public void admit(HttpServerRequest request, Handler<Caller> next) {
        Authenticator other = tokens(request);
        if (other != null) {
            other.admit(request, next);
            return;
        }
        Future<Account> peer = PeerAccounts.of(request);
        if (peer.isComplete()) {
            found(request, peer, next);
        } else {
            request.pause();
            peer.onComplete(done -> {
                found(request, peer, next);
                request.resume();
            });
        }
    }

    private void found(HttpServerRequest request, Future<Account> peer, Handler<Caller> next) {
        String user = "";
        try {
            if (peer.failed()) {
                throw denied(
                        "The account of the caller is unknown:  " + peer.cause().getMessage() + ".");
            }
            Account account = peer.result();
            user = Caller.ACCOUNT + account.name();
            RequestGuard.local(request);
            if (RequestGuard.isForwarded(request)) {
                throw denied(
                        "A proxy forwards requests of others, and only its own account is known here. Let it use the"
                                + " port, with sign-in.");
            }
            Caller caller = new Caller(user, account.name(), rights(account));
            if (caller.rights().isEmpty() && !open.test(request.path())) {
                throw denied("The account " + account.name() + " has no rights at this server. They are given under"
                        + " serve.socket in its holdfast.yaml.");
            }
            rates.count(ClientKey.of(request, caller));
            next.handle(caller);
        } catch (Problem problem) {
            Responses.refuse(request, user, problem);
        } catch (Throwable e) {
            Responses.refuse(request, user, explanation.apply(e));
        }
    }

    private static Problem denied(String detail) {
        return new Problem(403, "Not permitted", detail);
    }

    private List<Caller.Right> rights(Account account) {
        if (account.equals(own) || account.isRoot()) {
            return ALL;
        }
        return RightsMapper.ofWords(users.getOrDefault(account.name(), others));
    }

    @Override
    public void recheck(HttpServerRequest request, Runnable gone) {
        Authenticator other = tokens(request);
        if (other != null) {
            other.recheck(request, gone); // the rights of accounts change with the server's next start
        }
    }
}
