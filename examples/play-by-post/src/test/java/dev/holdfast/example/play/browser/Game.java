package dev.holdfast.example.play.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import dev.holdfast.LockManager;
import dev.holdfast.example.play.Play;
import dev.holdfast.example.play.PlayOptions;
import dev.holdfast.testkit.FakeTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server whose clock stands until it is told to move, and people with browsers of their own. */
final class Game implements AutoCloseable {
    /** Shorter than the time after which a silent page has lost its hold. */
    private static final Duration STEP = Duration.ofSeconds(45);

    final FakeTime time = FakeTime.create();
    private final Browser browser;
    private final Path file;
    private final int patience;
    private final List<String> complaints = new ArrayList<>();
    private Play play;

    Game(Browser browser, Path file, int patience) {
        this.browser = browser;
        this.file = file;
        this.patience = patience;
        play = start(0);
    }

    private Play start(int port) {
        return Play.start(PlayOptions.at("sqlite:" + file).port(port).clock(time));
    }

    String address() {
        return play.address();
    }

    LockManager locks() {
        return play.locks();
    }

    /** What the server does every 30 seconds. */
    void sweep() {
        locks().admin().sweep();
    }

    /** Ends the server; what is returned starts it again where it was. */
    Runnable interrupt() {
        int port = Integer.parseInt(address().substring(address().lastIndexOf(':') + 1));
        play.close();
        return () -> play = start(port);
    }

    /** Lets time pass on the server while these pages go on saying that they are there, as each does every 30 seconds. */
    void pass(Duration time, Player... there) {
        for (Duration left = time; left.compareTo(Duration.ZERO) > 0; left = left.minus(STEP)) {
            this.time.advance(left.compareTo(STEP) < 0 ? left : STEP);
            for (Player player : there) {
                player.ping();
            }
        }
    }

    /** The browser of somebody who was never here. */
    Player nobody() {
        return nobody(new Browser.NewContextOptions());
    }

    Player nobody(Browser.NewContextOptions how) {
        BrowserContext context =
                browser.newContext(how.setLocale("en-GB").setTimezoneId("UTC").setBaseURL(address()));
        context.setDefaultTimeout(patience);
        context.onWebError(error -> complaints.add(error.error()));
        context.onConsoleMessage(message -> {
            // The browser tells of each answer that is no success by itself.
            if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
                complaints.add(message.text());
            }
        });
        context.onDialog(dialog -> {
            complaints.add("a script ran: " + dialog.message());
            dialog.dismiss();
        });
        return new Player(context);
    }

    /** Somebody new, signed in. */
    Player player(String name) {
        Player player = nobody();
        player.post("/play/users", Map.of("username", name));
        return player;
    }

    /** Another browser of the same person. */
    Player elsewhere(Player player) {
        Player other = nobody();
        other.post("/play/sign-in", Map.of("userId", player.userId()));
        return other;
    }

    /** A new scene that somebody leads. */
    String scene(Player master, String title, boolean oneAtATime) {
        return (String) master.post("/play/scenes", Map.of("title", title, "oneAtATime", oneAtATime))
                .get("sceneId");
    }

    /** A character for somebody. */
    String character(Player master, String scene, String name, Player player) {
        Map<String, ?> body = Map.of("name", name, "userId", player.userId());
        return (String)
                master.post("/play/scenes/" + scene + "/characters", body).get("characterId");
    }

    /** Nothing went wrong that nobody saw: no script of somebody's ran, no rule of security was broken. */
    void assertNoComplaints() {
        assertThat(complaints).isEmpty();
    }

    @Override
    public void close() {
        play.close();
    }
}
