package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.context.ServerLocks;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.output.TokenText;
import dev.holdfast.cli.serve.ServedStore;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.access.KnownToken;
import dev.holdfast.internal.access.NewToken;
import dev.holdfast.internal.views.JsonAnswer;
import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The actions of {@link TokenCommand} on existing tokens, and on tokens that the user keeps for servers. */
final class TokenActions {
    private static final Duration GRACE = Duration.ofDays(1);
    private static final Duration MAX_GRACE = Duration.ofDays(90);
    private static final int MAX_BYTES = 16 * 1024;

    private TokenActions() {}

    static AccessTokens tokens(CommandContext context) {
        return new AccessTokens(context.storeAt(ServedStore.address(context)));
    }

    /** Shows a token that was just made, with its secret. */
    static void tell(CommandContext context, NewToken made) {
        String store = context.options().store();
        context.say(TokenText.made(made.known()) + (store == null ? "" : " --store " + ShellQuote.quoted(store)));
        if (context.options().json()) {
            context.answer(new JsonAnswer().with("secret", made.secret()).with("token", TokenText.json(made.known())));
        } else {
            context.out().println(made.secret());
        }
    }

    static void list(CommandContext context, List<String> words) {
        if (words.size() > 1) {
            throw CommandFailure.usage("Write it as: holdfast token list");
        }
        List<KnownToken> all = tokens(context).list();
        if (context.options().json()) {
            context.answer(new JsonAnswer()
                    .with("tokens", all.stream().map(TokenText::json).toList()));
            return;
        }
        if (all.isEmpty()) {
            context.say("There are no tokens: create one with holdfast token create NAME --role editor.");
        }
        all.forEach(known -> context.out().println(TokenText.line(known)));
    }

    static void rotate(CommandContext context, String labelOrId, @Nullable Duration grace) {
        Duration rest = grace == null ? GRACE : grace;
        if (rest.compareTo(MAX_GRACE) > 0) {
            throw CommandFailure.usage(
                    "An old secret counts for at most 90d after it was replaced: name a shorter --grace.");
        }
        NewToken made = tokens(context).rotate(labelOrId, rest).orElseThrow(() -> missing(labelOrId));
        tell(context, made);
        String time = rest.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
        context.say(
                rest.isZero() ? "The old secret is refused within 5 s." : "The old secret counts for " + time + ".");
    }

    static void revoke(CommandContext context, String labelOrId) {
        List<KnownToken> revoked = tokens(context).revoke(labelOrId);
        if (revoked.isEmpty()) {
            throw missing(labelOrId);
        }
        revoked.forEach(known -> context.say("Revoked " + known.token().label() + " of "
                + known.token().user()
                + ": servers refuse it within 5 s, and end the sessions that were started with it."));
        if (context.options().json()) {
            context.answer(new JsonAnswer()
                    .with("revoked", revoked.stream().map(TokenText::json).toList()));
        }
    }

    private static CommandFailure missing(String labelOrId) {
        return CommandFailure.usage(
                "There is no token '" + labelOrId + "': holdfast token list shows those there are.");
    }

    static void use(CommandContext context, String server) {
        String origin = ServerLocks.origin(server);
        ServerLocks.keep(context.environment(), server, secret(context, origin));
        say(context, origin, true, "The token is kept for " + origin + " alone.");
    }

    static void forget(CommandContext context, String server) {
        String origin = ServerLocks.origin(server);
        boolean was = ServerLocks.forget(context.environment(), server);
        say(
                context,
                origin,
                false,
                was ? "The token for " + origin + " is forgotten." : "There was none for " + origin + ".");
    }

    private static void say(CommandContext context, String origin, boolean stored, String sentence) {
        context.say(sentence);
        if (context.options().json()) {
            context.answer(new JsonAnswer().with("origin", origin).with("stored", stored));
        }
    }

    /** Reads it from standard input; at a terminal without showing it. */
    @SuppressWarnings("SystemConsoleNull") // where it is never null, it can be asked
    private static String secret(CommandContext context, String origin) {
        Console console = Terminal.INPUT.present() ? System.console() : null;
        if (console != null && context.environment().alone()) {
            context.err().print("Token for " + origin + ": ");
            context.err().flush();
            char[] typed = console.readPassword();
            return typed == null ? "" : new String(typed).strip();
        }
        try {
            byte[] read = context.environment().in().readNBytes(MAX_BYTES);
            return new String(read, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw CommandFailure.usage("The token cannot be read from standard input (" + e
                    + "): call holdfast token use " + origin + " <FILE");
        }
    }
}
