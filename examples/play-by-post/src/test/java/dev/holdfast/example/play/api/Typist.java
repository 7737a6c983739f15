package dev.holdfast.example.play.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One player of a crowd, with two devices. Does one thing after the other, and remembers what was answered. */
final class Typist implements Steps.Walker {
    private final int number;
    private final List<Player> devices;
    private final SceneCharacter character;
    private final boolean oneAtATime;
    private final Director director;
    private final Ledger ledger;
    private final Random random;

    private final Map<Long, String> sent = new HashMap<>();
    private long revision;
    private long acknowledged;
    private String unposted = "";
    private int posted;
    private int device;
    private @Nullable Tab tab;
    private boolean cutOff;
    private long fence;
    private long begin;
    private long end;

    Typist(
            int number,
            List<Player> devices,
            SceneCharacter character,
            boolean oneAtATime,
            Director director,
            Ledger ledger) {
        this.number = number;
        this.devices = devices;
        this.character = character;
        this.oneAtATime = oneAtATime;
        this.director = director;
        this.ledger = ledger;
        this.random = new Random(number);
    }

    SceneCharacter character() {
        return character;
    }

    @Override
    public Duration begins() {
        return Duration.ofMillis(random.nextInt(4000));
    }

    @Override
    public Duration step() throws IOException, InterruptedException {
        Tab held = tab;
        if (held == null) {
            return take();
        }
        if (acknowledged == revision && !sent.isEmpty()) {
            int choice = random.nextInt(100);
            if (choice < 25) {
                return submit(held);
            } else if (choice < 35) {
                return cancel(held);
            } else if (choice < 45) {
                return loseConnection();
            }
        }
        return type(held);
    }

    private Duration take() throws IOException, InterruptedException {
        Tab tried = devices.get(device).tab(character);
        Answer answer = tried.take();
        if (answer.status() == 429) {
            return Duration.ofSeconds(Long.parseLong(answer.header("Retry-After")));
        } else if (answer.status() == 423) {
            return Duration.ofMillis(500 + random.nextInt(1000));
        }
        answer.expect(201);
        begin = System.nanoTime();
        end = begin;
        fence = answer.number("fence");
        tab = tried;
        cutOff = false;
        if (draftIsThere() > 0) {
            ledger.takenAgainWithDraft();
        }
        return Duration.ofMillis(random.nextInt(500));
    }

    private Duration type(Tab held) throws IOException, InterruptedException {
        revision++;
        String text = "Player " + number + " has typed " + revision + " times.";
        sent.put(revision, text);
        long before = System.nanoTime();
        Answer answer =
                held.heartbeat(Map.of("lockId", held.lockId(), "draft", Map.of("content", text, "revision", revision)));
        if (answer.status() == 410) {
            lose();
        } else {
            assertThat(answer.expect(200).says("acknowledged")).isTrue();
            acknowledged = revision;
            end = before;
        }
        return Duration.ofMillis(2000 + random.nextInt(500));
    }

    private Duration submit(Tab held) throws IOException, InterruptedException {
        String content = "Player " + number + ", post " + (posted + 1);
        long before = System.nanoTime();
        Answer answer = held.submit(content);
        if (answer.status() == 410) {
            unposted = content;
            lose();
            return Duration.ofMillis(500);
        }
        answer.expect(201);
        posted++;
        end = before;
        over();
        sent.clear();
        acknowledged = 0;
        unposted = "";
        String resource = oneAtATime ? character.turn() : character.resource();
        ledger.posted(new Ledger.Posted(character.sceneId(), answer.text("postId"), content, resource + " " + fence));
        if (random.nextBoolean()) {
            assertThat(held.submit(content).expect(201).text("postId")).isEqualTo(answer.text("postId"));
        }
        return Duration.ofMillis(1000 + random.nextInt(1000));
    }

    private Duration cancel(Tab held) throws IOException, InterruptedException {
        held.cancel().expect(204);
        over();
        ledger.cancelled();
        return Duration.ofMillis(500 + random.nextInt(1000));
    }

    /** From now on nothing is heard of this device; the other one is taken out. */
    private Duration loseConnection() {
        over();
        cutOff = true;
        device = 1 - device;
        ledger.cutOff();
        director.release(character);
        return Duration.ofMillis(500 + random.nextInt(1000));
    }

    private void lose() {
        over();
        ledger.lost();
    }

    private void over() {
        settle();
        tab = null;
    }

    /** Writes down how long it was held for certain, so far. */
    void settle() {
        if (tab != null) {
            ledger.held(character, oneAtATime, "player " + number + ", device " + device, fence, begin, end);
        }
    }

    /** Whether a lock of this player can be there. */
    boolean mayHold() {
        return tab != null || cutOff;
    }

    /** Whether it is: by a ping, or by the table for a lock that nobody can ping any more. */
    boolean stillHolds(Set<String> locked) throws IOException, InterruptedException {
        if (tab == null) {
            return cutOff && locked.contains(character.characterId());
        }
        int status = tab.ping().status();
        assertThat(status).isIn(200, 410);
        return status == 200;
    }

    /**
     * Makes sure that what was acknowledged last is there, or what was sent after it, and goes on from there. Its revision; 0 if
     * nothing is to be there.
     */
    long draftIsThere() throws IOException, InterruptedException {
        Answer draft = devices.get(device).draft(character);
        if (draft.status() == 404) {
            assertThat(acknowledged).as("the draft of player " + number).isZero();
            return 0;
        }
        long found = draft.expect(200).number("revision");
        String content = draft.text("content");
        assertThat(found).isGreaterThanOrEqualTo(acknowledged);
        if (unposted.isEmpty() || !content.contains(unposted)) {
            assertThat(content).isEqualTo(sent.get(found));
        }
        sent.put(found, content);
        acknowledged = found;
        revision = Math.max(revision, found);
        return found;
    }
}
