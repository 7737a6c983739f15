package dev.holdfast.example.play.api;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The game master of one scene of a crowd, who releases the locks of players that were cut off, and now and then any other. */
final class Director implements Steps.Walker {
    private final Player player;
    private final String scene;
    private final Ledger ledger;
    private final Random random;
    private final Queue<SceneCharacter> cutOff = new ConcurrentLinkedQueue<>();

    Director(Player player, String scene, Ledger ledger, int number) {
        this.player = player;
        this.scene = scene;
        this.ledger = ledger;
        this.random = new Random(1000 + number);
    }

    String scene() {
        return scene;
    }

    /** A player asks for help: a lock that nobody can give back any more. */
    void release(SceneCharacter character) {
        cutOff.add(character);
    }

    @Override
    public Duration begins() {
        return Duration.ofMillis(1000 + random.nextInt(1000));
    }

    @Override
    public Duration step() throws IOException, InterruptedException {
        SceneCharacter first = cutOff.poll();
        if (first != null) {
            player.forceRelease(first).expect(200);
        } else if (random.nextInt(4) == 0) {
            releaseAnybody();
        }
        return Duration.ofMillis(500 + random.nextInt(1000));
    }

    private void releaseAnybody() throws IOException, InterruptedException {
        Answer view = player.scene(scene).expect(200);
        Object holder = view.at("indicator", "holder", "characterId");
        if (holder instanceof String characterId) {
            player.forceRelease(new SceneCharacter(scene, characterId, "")).expect(200);
        }
    }

    /** All posts of the scene, in their order, with the holds under which they were written. */
    List<Ledger.Posted> posts() throws IOException, InterruptedException {
        List<Ledger.Posted> posts = new ArrayList<>();
        for (Map<String, ?> post : player.scene(scene).expect(200).list("posts")) {
            String id = String.valueOf(post.get("postId"));
            String hold = ledger.postsOf(scene).stream()
                    .filter(known -> known.postId().equals(id))
                    .map(Ledger.Posted::hold)
                    .findFirst()
                    .orElse("unknown");
            posts.add(new Ledger.Posted(scene, id, String.valueOf(post.get("content")), hold));
        }
        return posts;
    }
}
