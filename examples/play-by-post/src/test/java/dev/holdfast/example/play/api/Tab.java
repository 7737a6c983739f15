package dev.holdfast.example.play.api;

import dev.holdfast.Receipt;
import java.io.IOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** The form of one character in one tab. Not for several threads, but for {@link #submit}, which changes nothing here. */
final class Tab {
    private final Player player;
    private final SceneCharacter character;
    private final String name;
    private String lockId = "";
    private long revision;

    Tab(Player player, SceneCharacter character, String name) {
        this.player = player;
        this.character = character;
        this.name = name;
    }

    SceneCharacter character() {
        return character;
    }

    /** The id of the lock that it was given last. */
    String lockId() {
        return lockId;
    }

    long revision() {
        return revision;
    }

    /** The same tab, led to another server. */
    Tab at(String address) {
        Tab same = new Tab(player.at(address), character, name);
        same.lockId = lockId;
        same.revision = revision;
        return same;
    }

    /** Presses <i>Take Post</i>. */
    Answer take() throws IOException, InterruptedException {
        Answer answer = player.post(character.path("/lock"), Map.of("tab", name));
        if (answer.status() == 201) {
            lockId = answer.text("lockId");
        }
        return answer;
    }

    /** Takes it, and goes on from the draft that is there, as the page does. */
    Tab taken() throws IOException, InterruptedException {
        take().expect(201);
        Answer draft = draft();
        if (draft.status() == 200) {
            revision = draft.number("revision");
        }
        return this;
    }

    /** Goes on with a lock that was taken by {@code holdfast.js}. */
    Tab with(String receipt) {
        String digits = HexFormat.of().formatHex(Receipt.parse(receipt).secret());
        lockId = String.join(
                "-",
                digits.substring(0, 8),
                digits.substring(8, 12),
                digits.substring(12, 16),
                digits.substring(16, 20),
                digits.substring(20));
        return this;
    }

    /** Types, so that this is the text now. */
    Answer type(String text) throws IOException, InterruptedException {
        revision++;
        return heartbeat(Map.of("lockId", lockId, "draft", Map.of("content", text, "revision", revision)));
    }

    /** A sign that somebody types, without text. */
    Answer touch() throws IOException, InterruptedException {
        return heartbeat(Map.of("lockId", lockId));
    }

    /** A sign that the page is open, and no more. */
    Answer ping() throws IOException, InterruptedException {
        return heartbeat(Map.of("lockId", lockId, "active", false));
    }

    Answer heartbeat(Map<String, ?> body) throws IOException, InterruptedException {
        return player.post(character.path("/lock/heartbeat"), body);
    }

    Answer cancel() throws IOException, InterruptedException {
        return player.post(character.path("/lock/release"), Map.of("lockId", lockId));
    }

    Answer submit(String content) throws IOException, InterruptedException {
        return submit(content, Map.of());
    }

    /** Submits with more than the content, such as an intention. */
    Answer submit(String content, Map<String, ?> more) throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>(more);
        body.put("lockId", lockId);
        body.put("characterId", character.characterId());
        body.put("content", content);
        return player.post("/play/scenes/" + character.sceneId() + "/posts", body);
    }

    Answer draft() throws IOException, InterruptedException {
        return player.draft(character);
    }
}
