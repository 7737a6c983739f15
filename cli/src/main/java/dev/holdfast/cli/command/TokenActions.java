package dev.holdfast.cli.command;

import dev.holdfast.access.KnownPass;
import dev.holdfast.access.NewPass;
import dev.holdfast.access.Passes;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ServerLocks;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.output.TokenText;
import dev.holdfast.cli.serve.ServedStore;
import dev.holdfast.json.JsonAnswer;
import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What {@link TokenCommand} does with tokens that are there, and with those that the user has for servers. */
final class TokenActions {
    private static final Duration GRACE = Duration.ofDays(1);
    private static final Duration LONGEST_GRACE = Duration.ofDays(90);
    private static final int MOST_BYTES = 16 * 1024;

    private TokenActions() {}

    static Passes passes(Call call) {
        return call.passesAt(ServedStore.address(call));
    }

    /** Shows a token that was just made, with its secret. */
    static void tell(Call call, NewPass made) {
        String store = call.options().store();
        call.err()
                .println(TokenText.made(made.known()) + (store == null ? "" : " --store " + ShellQuote.quoted(store)));
        if (call.options().json()) {
            call.answer(new JsonAnswer().with("secret", made.secret()).with("token", TokenText.json(made.known())));
        } else {
            call.out().println(made.secret());
        }
    }

    static void list(Call call, List<String> words) {
        if (words.size() > 1) {
            throw CommandFailure.usage("Write it as: holdfast token list");
        }
        List<KnownPass> all = passes(call).list();
        if (call.options().json()) {
            call.answer(new JsonAnswer()
                    .with("tokens", all.stream().map(TokenText::json).toList()));
            return;
        }
        if (all.isEmpty()) {
            call.err().println("There are no tokens: make one by holdfast token create NAME --role editor.");
        }
        all.forEach(known -> call.out().println(TokenText.line(known)));
    }

    static void rotate(Call call, String labelOrId, @Nullable Duration grace) {
        Duration rest = grace == null ? GRACE : grace;
        if (rest.compareTo(LONGEST_GRACE) > 0) {
            throw CommandFailure.usage("An old secret counts for at most 90d after it was replaced.");
        }
        NewPass made = passes(call).rotate(labelOrId, rest).orElseThrow(() -> missing(labelOrId));
        tell(call, made);
        String time = rest.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
        call.err()
                .println(
                        rest.isZero()
                                ? "The old secret is refused within 5 s."
                                : "The old secret counts for " + time + ".");
    }

    static void revoke(Call call, String labelOrId) {
        List<KnownPass> revoked = passes(call).revoke(labelOrId);
        if (revoked.isEmpty()) {
            throw missing(labelOrId);
        }
        revoked.forEach(known -> call.err()
                .println("Revoked " + known.pass().label() + " of "
                        + known.pass().user()
                        + ": servers refuse it within 5 s, and end the sessions that were begun by it."));
        if (call.options().json()) {
            call.answer(new JsonAnswer()
                    .with("revoked", revoked.stream().map(TokenText::json).toList()));
        }
    }

    private static CommandFailure missing(String labelOrId) {
        return CommandFailure.usage(
                "There is no token '" + labelOrId + "': holdfast token list shows those there are.");
    }

    static void use(Call call, String server) {
        String origin = ServerLocks.origin(server);
        ServerLocks.keep(call.surroundings(), server, secret(call, origin));
        say(call, origin, true, "The token is kept for " + origin + " alone.");
    }

    static void forget(Call call, String server) {
        String origin = ServerLocks.origin(server);
        boolean was = ServerLocks.forget(call.surroundings(), server);
        say(
                call,
                origin,
                false,
                was ? "The token for " + origin + " is forgotten." : "There was none for " + origin + ".");
    }

    private static void say(Call call, String origin, boolean stored, String sentence) {
        call.err().println(sentence);
        if (call.options().json()) {
            call.answer(new JsonAnswer().with("origin", origin).with("stored", stored));
        }
    }

    /** Reads it from standard input; at a terminal without showing it. */
    @SuppressWarnings("SystemConsoleNull") // where it is never null, it can be asked
    private static String secret(Call call, String origin) {
        Console console = Terminal.INPUT.present() ? System.console() : null;
        if (console != null && call.surroundings().alone()) {
            call.err().print("Token for " + origin + ": ");
            call.err().flush();
            char[] typed = console.readPassword();
            return typed == null ? "" : new String(typed).strip();
        }
        try {
            byte[] read = call.surroundings().in().readNBytes(MOST_BYTES);
            return new String(read, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw CommandFailure.usage("The token cannot be read from standard input (" + e + ").");
        }
    }
}
