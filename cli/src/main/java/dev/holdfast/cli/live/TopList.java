package dev.holdfast.cli.live;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.output.Palette;
import java.io.PrintStream;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The live list of locks on the whole screen of a terminal, until the user quits. */
public final class TopList {
    private static final String HOME = "\u001B[H";
    private static final String CLEAR_LINE = "\u001B[K";
    private static final String CLEAR_REST = "\u001B[J";
    private static final int MAX_KEYS = 100;

    private final Environment environment;
    private final TopScreen screen;
    private final LockLook look;
    /** Keys, and {@link TopKey#OTHER} for a change of the locks. */
    private final BlockingQueue<TopKey> happened = new LinkedBlockingQueue<>(MAX_KEYS);

    private final AtomicBoolean changed = new AtomicBoolean();

    private TopList(Environment environment, TopScreen screen, LockLook.Opening opening, String prefix) {
        this.environment = environment;
        this.screen = screen;
        this.look = new LockLook(opening, prefix, this::changed);
    }

    /**
     * Shows the list until the user quits.
     *
     * @param place where the locks are, in words
     * @param opening opens the locks, and waits for a store that is not there yet
     */
    public static void show(
            Environment environment, Palette palette, String place, String prefix, LockLook.Opening opening)
            throws InterruptedException {
        TopList list = new TopList(environment, new TopScreen(place, palette), opening, prefix);
        try (RawTerminal terminal = RawTerminal.open()) {
            list.look.start();
            list.readKeys();
            list.run(terminal);
        }
    }

    private void changed() {
        if (changed.compareAndSet(false, true) && !happened.offer(TopKey.OTHER)) {
            changed.set(false); // so many keys redraw it anyway
        }
    }

    private void readKeys() {
        Thread thread = new Thread(
                () -> {
                    TopKey key = TopKey.OTHER;
                    while (key != TopKey.QUIT) {
                        key = TopKey.read(environment.in());
                        put(key);
                    }
                },
                "holdfast-top-keys");
        thread.setDaemon(true);
        thread.start();
    }

    private void put(TopKey key) {
        try {
            happened.put(key);
        } catch (InterruptedException e) {
            throw new IllegalStateException("This thread is never interrupted.", e);
        }
    }

    private void run(RawTerminal terminal) throws InterruptedException {
        TopKey key = TopKey.OTHER;
        while (key != TopKey.QUIT) {
            changed.set(false);
            LockLook.Seen seen = look.seen();
            Duration sinceThen = Duration.ofNanos(System.nanoTime() - seen.atNanos());
            draw(screen.lines(
                    seen.views(), sinceThen, seen.problem(), LocalTime.now(ZoneId.systemDefault()), terminal.size()));
            key = next();
        }
    }

    /** Returns the next key; ages grow every second without one. */
    private TopKey next() throws InterruptedException {
        TopKey key = happened.poll(1, TimeUnit.SECONDS);
        if (key == null) {
            return TopKey.OTHER;
        }
        screen.press(key);
        return key;
    }

    private void draw(List<String> lines) {
        StringBuilder picture = new StringBuilder(HOME);
        for (int i = 0; i < lines.size(); i++) {
            picture.append(lines.get(i)).append(CLEAR_LINE).append(i + 1 < lines.size() ? "\n" : "");
        }
        PrintStream out = environment.out();
        out.print(picture.append(CLEAR_REST));
        out.flush();
    }
}
