package dev.holdfast.cli.output;

import dev.holdfast.internal.access.KnownToken;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.internal.views.JsonAnswer;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tokens as they are shown: never with their secrets. */
public final class TokenText {
    private TokenText() {}

    /** Returns the message for a new token. */
    public static String made(KnownToken known) {
        AccessToken token = known.token();
        Instant until = token.until();
        return "Created the token " + Text.name(token.label()) + " for " + Text.name(token.user()) + ", "
                + rights(token)
                + ". It is shown this"
                + " once, and lasts until " + (until == null ? "" : until + ", or until ")
                + "it is revoked: holdfast token revoke " + ShellQuote.quoted(token.label());
    }

    /** Returns a line of a list. */
    public static String line(KnownToken known) {
        AccessToken token = known.token();
        Instant until = token.until();
        return Text.name(token.label()) + "  " + known.id() + "  " + Text.name(token.user()) + ", " + rights(token)
                + ", since " + token.since() + (until == null ? "" : " until " + until);
    }

    private static String rights(AccessToken token) {
        return token.rights().stream().map(TokenText::right).collect(Collectors.joining(" and "));
    }

    private static String right(AccessToken.Right right) {
        String prefix = Text.name(right.prefix());
        String where = right.exact() ? " for " + prefix + " alone" : " for " + prefix;
        String what = String.join(", ", right.verbs().stream().sorted().toList());
        return right.role()
                + (right.prefix().isEmpty() && !right.exact() ? "" : where)
                + (what.isEmpty() ? "" : " (only " + what + ")");
    }

    public static Map<String, @Nullable Object> json(KnownToken known) {
        AccessToken token = known.token();
        Instant until = token.until();
        return new JsonAnswer()
                .with("label", token.label())
                .with("id", known.id())
                .with("user", token.user())
                .with("display", token.display().isEmpty() ? token.user() : token.display())
                .with(
                        "rights",
                        token.rights().stream()
                                .map(right -> new JsonAnswer()
                                        .with("role", right.role())
                                        .with("prefix", right.prefix())
                                        .with("exact", right.exact())
                                        .with(
                                                "verbs",
                                                right.verbs().stream().sorted().toList())
                                        .tree())
                                .toList())
                .with("since", token.since().toString())
                .with("until", until == null ? null : until.toString())
                .tree();
    }
}
