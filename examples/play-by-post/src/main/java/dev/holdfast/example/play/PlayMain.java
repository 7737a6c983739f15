package dev.holdfast.example.play;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the game from a shell; it runs until the process is asked to end. */
@Command(
        name = "play-by-post",
        description = "Starts a game by posts on this machine: players take turns composing in a browser.",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = 64,
        exitCodeOnExecutionException = 69)
public final class PlayMain implements Callable<Integer> {
    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "7430",
            description = "${DEFAULT-VALUE} unless given; 0 for any that is free.")
    private int port;

    @Option(
            names = "--database",
            paramLabel = "ADDRESS",
            defaultValue = "sqlite:play.db",
            description = "sqlite:FILE or postgresql://user:password@host/database; ${DEFAULT-VALUE} unless given.")
    private String database = "";

    @Option(names = "--empty", description = "Without the people and scenes to try it with.")
    private boolean empty;

    public static void main(String[] arguments) {
        CommandLine line = new CommandLine(new PlayMain()).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println("play-by-post: " + failure.getMessage());
            return command.getCommandSpec().exitCodeOnExecutionException();
        });
        int code = line.execute(arguments);
        if (code != CommandLine.ExitCode.OK) {
            System.exit(code);
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        Play play = Play.start(PlayOptions.at(database).port(port).demo(!empty));
        System.out.println(
                "The game is at " + play.address() + " (" + database + "). Open it in two browsers, as two players.");
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
        return CommandLine.ExitCode.OK;
    }
}
