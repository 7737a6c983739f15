package dev.holdfast.cli.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.terminal.ShutdownTask;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The terminal in the mode for full-screen programs: a second screen, no cursor, keys without Enter and without echo. A child
 * process sets it and sets it back when its input ends. So the terminal is restored after every end of this process, also after
 * {@code kill -9}. The child ignores the signals of the keyboard. For each line that it reads it reports the size.
 */
final class RawTerminal implements AutoCloseable {
    private static final String KEEPER = """
            trap '' INT TERM HUP QUIT TSTP TTIN TTOU
            exec 3<>/dev/tty && saved=$(stty -g <&3) || exit 1
            stty -icanon -echo min 1 time 0 susp undef <&3
            printf '\033[?1049h\033[?25l' >&3
            while read -r _; do stty size <&3 || echo 24 80; done
            printf '\033[?25h\033[?1049l' >&3
            stty "$saved" <&3
            """;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Process keeper;
    private final OutputStream questions;
    private final BufferedReader answers;
    private Size size = new Size(24, 80);

    /** The size of the screen. */
    record Size(int height, int width) {}

    private RawTerminal(Process keeper) {
        this.keeper = keeper;
        this.questions = keeper.getOutputStream();
        this.answers = new BufferedReader(new InputStreamReader(keeper.getInputStream(), US_ASCII));
    }

    /** Sets the mode. */
    static RawTerminal open() {
        try {
            RawTerminal terminal = new RawTerminal(new ProcessBuilder("sh", "-c", KEEPER)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
            ShutdownTask.add("holdfast-terminal", PATIENCE, terminal::close);
            if (terminal.ask() == null) {
                terminal.close();
                throw unavailable("this terminal cannot be controlled");
            }
            return terminal;
        } catch (IOException e) {
            throw unavailable("it needs the programs sh and stty");
        }
    }

    private static CommandFailure unavailable(String why) {
        return CommandFailure.usage("No full-screen list: " + why + ". To follow the locks: holdfast status --watch");
    }

    /** Returns the present size; the last known one if it cannot be found out. */
    Size size() {
        try {
            ask();
        } catch (IOException e) {
            // The keeper has ended, and the terminal with it.
        }
        return size;
    }

    private @Nullable Size ask() throws IOException {
        questions.write('\n');
        questions.flush();
        String answer = answers.readLine();
        if (answer == null) {
            return null;
        }
        String[] words = answer.strip().split(" ", 2);
        int height = Integer.parseInt(words[0]);
        int width = Integer.parseInt(words[1]);
        size = height < 2 || width < 2 ? size : new Size(height, width);
        return size;
    }

    /** Sets the terminal back, and waits until that is done. */
    @Override
    public void close() {
        try {
            questions.close();
        } catch (IOException e) {
            // It has ended already.
        }
        try {
            if (!keeper.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                keeper.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
