package dev.holdfast.cli.terminal;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The user at the terminal, who reads messages and answers questions. */
public final class TerminalUser {
    private final InputStream in;
    private final PrintStream err;
    private final Signals signals;
    private final boolean plain;

    private TerminalUser(Environment environment, Signals signals) {
        this.in = environment.in();
        this.err = environment.err();
        this.signals = signals;
        String terminal = environment.variable("TERM");
        this.plain = terminal == null || terminal.equals("dumb");
    }

    /** Returns the user; empty if input or messages are redirected, or questions are switched off. */
    public static Optional<TerminalUser> at(Environment environment, boolean noInput, Signals signals) {
        boolean there = !noInput && Terminal.INPUT.present() && Terminal.MESSAGES.present();
        return there ? Optional.of(new TerminalUser(environment, signals)) : Optional.empty();
    }

    PrintStream err() {
        return err;
    }

    /** Returns whether the terminal can only print lines. */
    boolean plain() {
        return plain;
    }

    /** Asks and returns the choice. The end of the input counts as cancel. */
    public ConflictChoice ask(ConflictQuestion question) {
        question.lines().forEach(err::println);
        String prompt = "Choose option (1-" + question.choices().size() + "): ";
        while (true) {
            err.print(prompt);
            err.flush();
            String answer = signals.endingWhile(this::line, err::println);
            if (answer == null) {
                err.println();
                return ConflictChoice.CANCEL;
            }
            for (int i = 0; i < question.choices().size(); i++) {
                if (answer.strip().equals(Integer.toString(i + 1))) {
                    return question.choices().get(i);
                }
            }
            err.println("Type a number from 1 to " + question.choices().size() + ", or press Ctrl-C to cancel.");
        }
    }

    /** Reads one line and no more: the rest is input of the command to be run. */
    private @Nullable String line() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            for (; next >= 0 && next != '\n'; next = in.read()) {
                line.write(next);
            }
        } catch (IOException e) {
            return null; // the terminal is gone
        }
        return line.toString(Charset.defaultCharset());
    }
}
