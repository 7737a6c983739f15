package dev.holdfast.example.play.web;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.example.play.compose.Cast;
import dev.holdfast.example.play.compose.LockCalls;
import dev.holdfast.example.play.compose.PostCalls;
import dev.holdfast.example.play.data.Database;
import dev.holdfast.example.play.data.People;
import dev.holdfast.example.play.data.Stage;
import dev.holdfast.server.Application;
import dev.holdfast.server.http.Authenticator;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.pages.Pages;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.stream.Stream;

/** The game, with the server of its locks inside. */
public final class PlayApplication implements Application {
    private final Pages pages = PageFiles.pages();
    private final PlayAuthenticator authenticator;
    private final SessionCalls sessions;
    private final Channels channels;
    private final List<Route> routes;

    /** @param options of the locks, also within a transaction */
    public PlayApplication(Vertx vertx, Database database, LockManager locks, ManagerOptions options) {
        Stage stage = new Stage(database);
        Cast cast = new Cast(stage);
        People people = new People(database);
        this.sessions = new SessionCalls(people, stage, locks);
        this.authenticator = new PlayAuthenticator(vertx, sessions, stage, this::isOpen);
        this.channels = new Channels(vertx, database, locks, cast);
        LockCalls lockCalls = new LockCalls(locks, cast, sessions::isPresent);
        PostCalls postCalls = new PostCalls(database, locks, options, cast, lockCalls, channels::posted);
        SceneCalls sceneCalls = new SceneCalls(database, locks, cast, people);
        this.routes = Stream.of(sessions.routes(), sceneCalls.routes(), lockCalls.routes(), postCalls.routes())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns whether a path is open to all: it reveals nothing about players. */
    private boolean isOpen(String path) {
        return pages.has(path)
                || Pages.isScript(path)
                || path.equals("/play/users")
                || path.equals("/play/sign-in")
                || path.equals("/health")
                || path.startsWith("/health/");
    }

    @Override
    public Authenticator authenticator() {
        return authenticator;
    }

    @Override
    public List<Route> routes() {
        return routes;
    }

    @Override
    public boolean isPresent(Caller caller) {
        return sessions.isPresent(caller);
    }

    @Override
    public boolean show(HttpServerRequest request, String path, Caller caller) {
        if (pages.has(path)) {
            pages.handle(request);
            return true;
        }
        return channels.show(request, path, caller);
    }

    @Override
    public void close() {
        channels.close();
    }
}
