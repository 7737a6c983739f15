package dev.holdfast.example.play.web;

import dev.holdfast.example.play.compose.Turns;
import dev.holdfast.example.play.data.Role;
import dev.holdfast.example.play.data.Scene;
import dev.holdfast.example.play.data.Stage;
import dev.holdfast.example.play.data.User;
import dev.holdfast.server.Application;
import dev.holdfast.server.http.Authenticator;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Caller.Right;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.RequestGuard;
import dev.holdfast.server.http.Responses;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Accepts signed-in users, as editors of the locks of their characters and as administrators of the scenes that they lead.
 * Other players are readers: they see that a player is composing, and not who.
 */
final class PlayAuthenticator implements Authenticator {
    private static final int THREADS = 8;

    private final SessionCalls sessions;
    private final Stage stage;
    private final Predicate<String> open;
    private final WorkerExecutor threads;

    PlayAuthenticator(Vertx vertx, SessionCalls sessions, Stage stage, Predicate<String> open) {
        this.sessions = sessions;
        this.stage = stage;
        this.open = open;
        this.threads = vertx.createSharedWorkerExecutor("play-entrance", THREADS);
    }

    @Override
    public void admit(HttpServerRequest request, Handler<Caller> next) {
        try {
            RequestGuard.local(request); // there are no passwords here, so pages from elsewhere must be refused
        } catch (Problem problem) {
            Responses.refuse(request, "", problem);
            return;
        }
        if (open.test(request.path())) {
            next.handle(Caller.STRANGER);
            return;
        }
        request.pause();
        String secret = secret(request);
        threads.executeBlocking(() -> caller(secret), false).onComplete((caller, failure) -> {
            if (failure != null) {
                Responses.refuse(request, "", failure instanceof Problem known ? known : Application.problem(failure));
            } else if (caller.isEmpty()) {
                Responses.refuse(
                        request, "", new Problem(401, "Signed out", "You are not signed in: choose who you are."));
            } else {
                next.handle(caller.get());
            }
            request.resume();
        });
    }

    @Override
    public void recheck(HttpServerRequest request, Runnable gone) {
        String secret = secret(request);
        threads.executeBlocking(() -> sessions.find(secret).isPresent(), false).onSuccess(present -> {
            if (!present) {
                gone.run();
            }
        });
    }

    private static String secret(HttpServerRequest request) {
        Cookie cookie = request.getCookie(SessionCalls.COOKIE);
        return cookie == null ? "" : cookie.getValue();
    }

    private Optional<Caller> caller(String secret) {
        return sessions.find(secret)
                .map(user -> new Caller(user.id(), user.name(), rights(user), SessionCalls.name(secret)));
    }

    private List<Right> rights(User user) {
        List<Right> rights = new ArrayList<>();
        List<Role> roles = stage.rolesOf(user.id());
        for (Scene scene : stage.scenesOf(user.id())) {
            boolean leads = scene.gameMaster().equals(user.id());
            rights.add(new Right(leads ? Caller.Role.ADMIN : Caller.Role.READER, Turns.prefix(scene.id())));
            roles.stream()
                    .filter(role -> role.sceneId().equals(scene.id()))
                    .map(role -> Right.on(Caller.Role.EDITOR, Turns.resource(scene, role)))
                    .forEach(rights::add);
        }
        return rights;
    }
}
