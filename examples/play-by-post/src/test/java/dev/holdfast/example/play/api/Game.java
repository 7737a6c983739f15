package dev.holdfast.example.play.api;

import dev.holdfast.example.play.Play;
import dev.holdfast.example.play.PlayOptions;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A game on a SQLite file in which time passes when the test says so: a scene, its game master, and whoever joins. */
final class Game implements AutoCloseable {
    private final FakeTime time = FakeTime.create();
    private final Path file;
    private Play play;
    private final Player ada;
    private final String scene;

    private Game(Path file) throws IOException, InterruptedException {
        this.file = file;
        this.play = started();
        ada = Player.join(address(), "Ada");
        scene = ada.newScene("The harbour");
    }

    static Game in(Path folder) throws IOException, InterruptedException {
        return new Game(folder.resolve("play.db"));
    }

    private Play started() {
        return Play.start(PlayOptions.at("sqlite:" + file).port(0).clock(time));
    }

    /** Another server on the same file. */
    Play another() {
        return started();
    }

    String address() {
        return play.address();
    }

    Play play() {
        return play;
    }

    FakeTime time() {
        return time;
    }

    Tables tables() {
        return Tables.of(file);
    }

    /** The game master. */
    Player ada() {
        return ada.at(address());
    }

    /** The id of the scene. */
    String scene() {
        return scene;
    }

    Player join(String username) throws IOException, InterruptedException {
        return Player.join(address(), username);
    }

    /** Gives somebody a character in the scene. */
    SceneCharacter cast(String name, Player player) throws IOException, InterruptedException {
        return ada().cast(scene, name, player);
    }

    /** Time passes, and nobody does anything. */
    void later(Duration by) {
        time.advance(by);
    }

    /** So much time passes that everybody may take a lock again. */
    void coolDown() {
        later(Duration.ofSeconds(5));
    }

    /** Time passes, with a quiet ping every 30 s. */
    void laterWithPings(Duration by, Tab tab) throws IOException, InterruptedException {
        Duration left = by;
        for (Duration ping = Duration.ofSeconds(30); left.compareTo(ping) >= 0; left = left.minus(ping)) {
            later(ping);
            tab.ping().expect(200);
        }
        later(left);
    }

    /** Looks for what is over, as the server does every 30 s. */
    void sweep() {
        play.check();
    }

    void stop() {
        play.close();
    }

    /** Starts it again where it was stopped, at another port. */
    void start() {
        play = started();
    }

    @Override
    public void close() {
        play.close();
    }
}
