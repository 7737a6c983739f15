package dev.holdfast.example.play.web;

import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.example.play.compose.Turns;
import dev.holdfast.example.play.data.Database;
import dev.holdfast.example.play.data.Post;
import dev.holdfast.example.play.data.Posts;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes events of what changed since the last look. Heartbeats are none. Used by one thread. */
final class Happenings {
    static final String FORCED = "GM has released your compose lock";

    private final Posts posts;
    private final LockManager locks;
    private final Function<String, Set<Channel>> listeners;
    private final Map<String, Hold> held = new HashMap<>();
    /** By scene, the number of the last post that was sent. */
    private final Map<String, Long> told = new HashMap<>();

    Happenings(Database database, LockManager locks, Function<String, Set<Channel>> listeners) {
        this.posts = new Posts(database);
        this.locks = locks;
        this.listeners = listeners;
    }

    /** Begins with the posts after a new listener: the page reads earlier ones itself. */
    void begin(String sceneId) {
        if (listeners.apply(sceneId).isEmpty()) {
            told.put(sceneId, posts.last(sceneId));
        }
    }

    void changed(LockView view) {
        String resource = view.resource();
        Hold now = view.holders().stream()
                .filter(judged -> !judged.state().ended())
                .map(judged -> judged.hold())
                .findFirst()
                .orElse(null);
        Hold before = now == null ? held.remove(resource) : held.put(resource, now);
        if (before != null && (now == null || now.fence() != before.fence())) {
            tell("lock_released", resource, before);
            tellLoser(resource, before);
        }
        if (now != null && (before == null || now.fence() != before.fence())) {
            tell("lock_acquired", resource, now);
        }
        posted(Turns.sceneOf(resource));
    }

    /** Sends an event; only the game master learns the name of the holder. */
    private void tell(String event, String resource, Hold hold) {
        for (Channel channel : listeners.apply(Turns.sceneOf(resource))) {
            JsonObject answer = about(event, resource);
            if (channel.isGameMaster()) {
                answer.put(
                        "holder",
                        new JsonObject()
                                .put("userId", hold.owner().user())
                                .put("username", hold.owner().name())
                                .getMap());
            }
            channel.send(event, answer.encode());
        }
    }

    private static JsonObject about(String event, String resource) {
        return new JsonObject()
                .put("event", event)
                .put("sceneId", Turns.sceneOf(resource))
                .put("characterId", Turns.roleOf(resource));
    }

    private void tellLoser(String resource, Hold hold) {
        List<Channel> own = listeners.apply(Turns.sceneOf(resource)).stream()
                .filter(channel -> channel.userId().equals(hold.owner().user()))
                .toList();
        LockEvent notice = own.isEmpty() ? null : end(resource, hold);
        if (notice == null
                || !(notice.kind() == LockEvent.EventKind.FORCED || notice.kind() == LockEvent.EventKind.CLEARED)) {
            return;
        }
        String event = new JsonObject()
                .put("type", "lock_force_released")
                .put("message", FORCED)
                .put("reason", notice.reason())
                .put("sceneId", Turns.sceneOf(resource))
                .put("characterId", Turns.roleOf(resource))
                .encode();
        own.forEach(channel -> channel.send("lock_force_released", event));
    }

    private @Nullable LockEvent end(String resource, Hold hold) {
        return locks.admin().history(new HistoryQuery(resource, null, 20)).stream()
                .map(HistoryEntry::event)
                .filter(event -> event.kind().ends() && event.hold().fence() == hold.fence())
                .findFirst()
                .orElse(null);
    }

    /** Sends posts that were not sent yet. */
    void posted(String sceneId) {
        Set<Channel> all = listeners.apply(sceneId);
        if (all.isEmpty()) {
            return;
        }
        for (Post post : posts.after(sceneId, told.getOrDefault(sceneId, 0L))) {
            List<String> witnesses = posts.witnesses(post.id());
            all.stream()
                    .filter(channel -> witnesses.contains(channel.userId()))
                    .forEach(channel -> channel.send(
                            "post_created",
                            new JsonObject()
                                    .put("event", "post_created")
                                    .put("sceneId", sceneId)
                                    .put(
                                            "post",
                                            SceneCalls.post(posts.seenBy(channel.userId(), post), channel.userId()))
                                    // Who else saw it is the game master's business: players would learn who plays.
                                    .put("visibleTo", channel.isGameMaster() ? witnesses : List.of(channel.userId()))
                                    .encode()));
            told.put(sceneId, post.number());
        }
    }
}
