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
import dev.holdfast.internal.views.JsonAnswer;
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
            JsonAnswer answer = about(event, resource);
            if (channel.isGameMaster()) {
                answer.with(
                        "holder",
                        new JsonAnswer()
                                .with("userId", hold.owner().user())
                                .with("username", hold.owner().name())
                                .tree());
            }
            channel.send(event, answer.line());
        }
    }

    private static JsonAnswer about(String event, String resource) {
        return new JsonAnswer()
                .with("event", event)
                .with("sceneId", Turns.sceneOf(resource))
                .with("characterId", Turns.roleOf(resource));
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
        String event = new JsonAnswer()
                .with("type", "lock_force_released")
                .with("message", FORCED)
                .with("reason", notice.reason())
                .with("sceneId", Turns.sceneOf(resource))
                .with("characterId", Turns.roleOf(resource))
                .line();
        own.forEach(channel -> channel.send("lock_force_released", event));
    }

    private @Nullable LockEvent end(String resource, Hold hold) {
        return locks.admin().history(new HistoryQuery(resource, null, 20)).stream()
                .map(HistoryEntry::event)
                .filter(event -> !event.kind().begins() && event.hold().fence() == hold.fence())
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
                            new JsonAnswer()
                                    .with("event", "post_created")
                                    .with("sceneId", sceneId)
                                    .with(
                                            "post",
                                            SceneCalls.post(posts.seenBy(channel.userId(), post), channel.userId()))
                                    // Who else saw it is the game master's business: players would learn who plays.
                                    .with("visibleTo", channel.isGameMaster() ? witnesses : List.of(channel.userId()))
                                    .line()));
            told.put(sceneId, post.number());
        }
    }
}
