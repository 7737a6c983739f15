package dev.holdfast.example.play.api;

import dev.holdfast.Mode;
import dev.holdfast.testkit.Tenure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What a crowd was answered. Safe for many threads. */
final class Ledger {
    /** So many of each make a run worth judging. */
    private static final int ENOUGH = 5;

    private final Queue<Tenure> tenures = new ConcurrentLinkedQueue<>();
    private final Queue<Tenure> turns = new ConcurrentLinkedQueue<>();
    private final Queue<Posted> posts = new ConcurrentLinkedQueue<>();
    private final AtomicInteger cancelled = new AtomicInteger();
    private final AtomicInteger cutOff = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicInteger takenAgain = new AtomicInteger();

    /** A post: where, what, and the hold under which it was written. */
    record Posted(String sceneId, String postId, String content, String hold) {}

    /**
     * A hold that is over: from after its grant came back until before the last sign of life that was answered left, or the
     * submitting.
     */
    void held(SceneCharacter character, boolean oneAtATime, String owner, long fence, long begin, long end) {
        tenures.add(new Tenure(character.characterId(), owner, Mode.EXCLUSIVE, fence, begin, end));
        if (oneAtATime) {
            turns.add(new Tenure(character.sceneId(), owner, Mode.EXCLUSIVE, fence, begin, end));
        }
    }

    void posted(Posted post) {
        posts.add(post);
    }

    void cancelled() {
        cancelled.incrementAndGet();
    }

    void cutOff() {
        cutOff.incrementAndGet();
    }

    void lost() {
        lost.incrementAndGet();
    }

    void takenAgainWithDraft() {
        takenAgain.incrementAndGet();
    }

    /** Whether each thing happened that is to be judged. */
    boolean sawEverything() {
        return posts.size() >= ENOUGH
                && cancelled.get() >= ENOUGH
                && cutOff.get() >= ENOUGH
                && lost.get() >= ENOUGH
                && takenAgain.get() >= ENOUGH;
    }

    List<Tenure> tenures() {
        return List.copyOf(tenures);
    }

    /** Those in scenes with one at a time, by scene. Fences of several characters are not comparable: they are numbered anew. */
    List<Tenure> turns() {
        List<Tenure> inOrder = new ArrayList<>();
        for (Tenure turn :
                turns.stream().sorted(Comparator.comparingLong(Tenure::begin)).toList()) {
            inOrder.add(new Tenure(
                    turn.resource(), turn.owner(), turn.mode(), inOrder.size() + 1L, turn.begin(), turn.end()));
        }
        return inOrder;
    }

    List<Posted> posts() {
        return List.copyOf(posts);
    }

    List<Posted> postsOf(String sceneId) {
        return posts.stream().filter(post -> post.sceneId().equals(sceneId)).toList();
    }
}
