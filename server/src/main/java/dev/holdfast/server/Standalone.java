package dev.holdfast.server;

import dev.holdfast.LockManager;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.process.Account;
import dev.holdfast.server.access.LocalAuthenticator;
import dev.holdfast.server.access.PeerAuthenticator;
import dev.holdfast.server.access.RateLimits;
import dev.holdfast.server.access.Sessions;
import dev.holdfast.server.access.SignInAuthenticator;
import dev.holdfast.server.api.Failures;
import dev.holdfast.server.http.Authenticator;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.http.ToolForms;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.server.pages.FolderPages;
import dev.holdfast.server.pages.Pages;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server of its own: with its own sign-in or none, the dashboard, and the API documentation. */
final class Standalone implements Application {
    private final Pages pages = Pages.ofServer();
    private final @Nullable FolderPages own;
    private final Sessions sessions;
    private final Authenticator authenticator;
    private final @Nullable Authenticator socketAuthenticator;

    /** @param tools the forms of other tools, whose clients sign in with name and password */
    Standalone(Vertx vertx, LockManager locks, @Nullable AccessTokens tokens, ServerOptions options, ToolForms tools) {
        this.own = own(vertx, options.web().pages());
        SignInOptions signIn = options.signIn();
        AccessTokens used = signIn == null ? null : tokens;
        this.sessions = new Sessions(
                locks, used, signIn, options.tls() != null, options.limits().quotas());
        RateLimits rates = new RateLimits(options.limits());
        this.authenticator = signIn == null || used == null
                ? new LocalAuthenticator(rates)
                : new SignInAuthenticator(vertx, used, sessions, signIn, rates, this::isOpen, Failures::problem, tools);
        SocketOptions socket = options.socket();
        this.socketAuthenticator = socket == null
                ? null
                : new PeerAuthenticator(
                        own(),
                        socket.users(),
                        socket.others(),
                        rates,
                        this::isOpen,
                        signIn == null ? null : authenticator,
                        Failures::problem,
                        tools);
    }

    private static @Nullable FolderPages own(Vertx vertx, @Nullable Path folder) {
        try {
            return folder == null ? null : new FolderPages(vertx, folder);
        } catch (IOException e) {
            throw new ServerException("The pages cannot be shown: " + e.getMessage() + ".", e);
        }
    }

    private static Account own() {
        try {
            return Account.own();
        } catch (IOException e) {
            throw new ServerException("The account of this server is unknown: " + e.getMessage() + ".", e);
        }
    }

    /** Returns whether a path needs no sign-in: it reveals nothing about locks. */
    private boolean isOpen(@Nullable String path) {
        return path != null
                && (pages.has(path)
                        || isOwn(path)
                        || Pages.isScript(path)
                        || path.equals("/health")
                        || path.startsWith("/health/"));
    }

    private boolean isOwn(String path) {
        return own != null && FolderPages.covers(path);
    }

    @Override
    public Authenticator authenticator() {
        return authenticator;
    }

    @Override
    public Authenticator socketAuthenticator() {
        return socketAuthenticator == null ? Application.super.socketAuthenticator() : socketAuthenticator;
    }

    @Override
    public List<Route> routes() {
        return sessions.routes();
    }

    @Override
    public boolean isPresent(Caller caller) {
        return sessions.lasts(caller);
    }

    @Override
    public boolean show(HttpServerRequest request, String path, Caller caller) {
        if (pages.has(path)) {
            pages.handle(request);
            return true;
        }
        FolderPages shown = own;
        if (shown == null || !FolderPages.covers(path)) {
            return false;
        }
        shown.handle(request);
        return true;
    }
}
