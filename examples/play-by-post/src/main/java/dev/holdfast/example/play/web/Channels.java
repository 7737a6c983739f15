package dev.holdfast.example.play.web;

import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Subscription;
import dev.holdfast.example.play.compose.Cast;
import dev.holdfast.example.play.compose.Turns;
import dev.holdfast.example.play.data.Database;
import dev.holdfast.example.play.data.Scene;
import dev.holdfast.server.Application;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Responses;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * {@code scene:{sceneId}:locks}: the events of a scene, sent live to its players. Every change of a lock comes from
 * the store, from any server; since posting releases a lock, that is also the moment to look for new posts. One
 * thread reads and sends them, so that the order is the same for all.
 */
final class Channels implements AutoCloseable {
    private static final String START = "/play/channels/scene:";
    private static final String END = ":locks";
    private static final long TICK_MILLIS = 2_500;

    private final Vertx vertx;
    private final LockManager locks;
    private final Cast cast;
    private final Happenings happenings;
    private final Map<String, Set<Channel>> open = new ConcurrentHashMap<>();
    private final ExecutorService thread;
    private final Subscription feed;

    Channels(Vertx vertx, Database database, LockManager locks, Cast cast) {
        this.vertx = vertx;
        this.locks = locks;
        this.cast = cast;
        this.happenings = new Happenings(database, locks, this::listeners);
        this.thread = Executors.newSingleThreadExecutor(work -> {
            Thread made = new Thread(work, "play-channels");
            made.setDaemon(true);
            return made;
        });
        this.feed = locks.listen("scene/", this::changed);
        vertx.setPeriodic(TICK_MILLIS, fired -> open.values().forEach(all -> all.forEach(Channel::tick)));
    }

    static String name(String sceneId) {
        return "scene:" + sceneId + END;
    }

    private Set<Channel> listeners(String sceneId) {
        return open.getOrDefault(sceneId, Set.of());
    }

    private void changed(LockView view) {
        if (Turns.isTurn(view.resource())) {
            later(() -> happenings.changed(view));
        }
    }

    /** Reports a new post in a scene. */
    void posted(String sceneId) {
        later(() -> happenings.posted(sceneId));
    }

    private void later(Runnable work) {
        try {
            thread.execute(() -> {
                try {
                    work.run();
                } catch (RuntimeException e) {
                    Application.problem(e); // in the log; the next change brings what was missed
                }
            });
        } catch (RejectedExecutionException e) {
            return; // ending
        }
    }

    /** Opens a channel if the path is one. */
    boolean show(HttpServerRequest request, String path, Caller caller) {
        String decoded = path.replace("%3A", ":").replace("%3a", ":");
        if (!decoded.startsWith(START) || !decoded.endsWith(END)) {
            return false;
        }
        String sceneId = decoded.substring(START.length(), Math.max(START.length(), decoded.length() - END.length()));
        Context context = vertx.getOrCreateContext();
        Responses.show(
                request,
                () -> vertx.executeBlocking(() -> cast.entered(caller, sceneId), false)
                        .onComplete((scene, failure) -> context.runOnContext(go -> {
                            if (failure != null) {
                                Responses.refuse(
                                        request,
                                        caller.name(),
                                        failure instanceof Problem known ? known : Application.problem(failure));
                            } else {
                                begin(request.response(), context, scene, caller);
                                sign(request, scene, caller);
                            }
                        })));
        return true;
    }

    private void begin(HttpServerResponse response, Context context, Scene scene, Caller caller) {
        Channel channel = new Channel(response, context, caller.name(), Cast.leads(caller, scene));
        Set<Channel> all = open.computeIfAbsent(scene.id(), id -> new CopyOnWriteArraySet<>());
        response.closeHandler(gone -> all.remove(channel));
        response.setChunked(true)
                .putHeader("Content-Type", "text/event-stream")
                .putHeader("Cache-Control", "no-store")
                .putHeader("X-Accel-Buffering", "no");
        // In line with what is told, so that nothing is told before what was there is known.
        later(() -> {
            happenings.begin(scene.id());
            all.add(channel);
            channel.send("ready", "{}");
        });
    }

    /** Counts a new channel as a heartbeat for the lock that the address names. */
    private void sign(HttpServerRequest request, Scene scene, Caller caller) {
        Map<String, String> query = Request.queryOf(request);
        String lockId = query.get("lockId");
        String roleId = query.get("characterId");
        if (lockId != null && roleId != null) {
            vertx.executeBlocking(
                    () -> locks.holds()
                            .renew(List.of(Heartbeat.of(cast.receipt(caller, scene.id(), roleId, lockId), false))),
                    false);
        }
    }

    @Override
    public void close() {
        feed.close();
        open.values().forEach(all -> all.forEach(Channel::farewell));
        thread.shutdown();
    }
}
