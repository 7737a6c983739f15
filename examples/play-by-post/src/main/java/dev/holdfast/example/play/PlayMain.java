package dev.holdfast.example.play;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/** Starts the game from a shell. */
public final class PlayMain {
    private static final String USAGE = """
            usage: play-by-post [--port N] [--database ADDRESS] [--empty]

            Starts a game by posts on this machine: players take turns composing in a browser.

            --port N            7430 unless given; 0 for any that is free
            --database ADDRESS  sqlite:FILE or postgresql://user:password@host/database;
                                sqlite:play.db unless given
            --empty             without the people and scenes to try it with
            """;

    private PlayMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(arguments, System.out, System.err));
    }

    /** Runs until the process is asked to end; the code to exit with. */
    static int run(String[] arguments, PrintStream out, PrintStream err) throws InterruptedException {
        PlayOptions options = PlayOptions.at("sqlite:play.db").demo(true);
        try {
            for (int i = 0; i < arguments.length; i++) {
                String value = i + 1 < arguments.length ? arguments[i + 1] : "";
                switch (arguments[i]) {
                    case "--help", "-h" -> {
                        out.print(USAGE);
                        return 0;
                    }
                    case "--port" -> {
                        options = options.port(Integer.parseInt(value));
                        i++;
                    }
                    case "--database" -> {
                        options = new PlayOptions(value, options.port(), options.clock(), options.demo());
                        i++;
                    }
                    case "--empty" -> options = options.demo(false);
                    default -> throw new IllegalArgumentException("There is no option '" + arguments[i] + "'.");
                }
            }
        } catch (IllegalArgumentException e) {
            err.println("play-by-post: " + e.getMessage());
            err.print(USAGE);
            return 64;
        }
        Play play;
        try {
            play = Play.start(options);
        } catch (RuntimeException e) {
            err.println("play-by-post: " + e.getMessage());
            return 69;
        }
        out.println("The game is at " + play.address() + " (" + options.database()
                + "). Open it in two browsers, as two players.");
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            asked.countDown();
            try {
                ended.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        asked.await();
        play.close();
        ended.countDown();
        return 0;
    }
}
