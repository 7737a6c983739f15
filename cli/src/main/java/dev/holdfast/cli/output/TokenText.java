package dev.holdfast.cli.output;

import dev.holdfast.internal.access.KnownPass;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.rules.Pass;
import dev.holdfast.internal.views.JsonAnswer;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tokens as they are shown: never with their secrets. */
public final class TokenText {
    private TokenText() {}

    /** Returns the message for a new token. */
    public static String made(KnownPass known) {
        Pass pass = known.pass();
        Instant until = pass.until();
        return "Made the token " + Text.name(pass.label()) + " for " + Text.name(pass.user()) + ", " + rights(pass)
                + ". It is shown this"
                + " once, and lasts until " + (until == null ? "" : until + ", or until ")
                + "it is revoked: holdfast token revoke " + ShellQuote.quoted(pass.label());
    }

    /** Returns a line of a list. */
    public static String line(KnownPass known) {
        Pass pass = known.pass();
        Instant until = pass.until();
        return Text.name(pass.label()) + "  " + known.id() + "  " + Text.name(pass.user()) + ", " + rights(pass)
                + ", since " + pass.since() + (until == null ? "" : " until " + until);
    }

    private static String rights(Pass pass) {
        return pass.rights().stream().map(TokenText::right).collect(Collectors.joining(" and "));
    }

    private static String right(Pass.Right right) {
        String prefix = Text.name(right.prefix());
        String where = right.exact() ? " for " + prefix + " alone" : " for " + prefix;
        String what = String.join(", ", right.verbs().stream().sorted().toList());
        return right.role()
                + (right.prefix().isEmpty() && !right.exact() ? "" : where)
                + (what.isEmpty() ? "" : " (only " + what + ")");
    }

    public static Map<String, @Nullable Object> json(KnownPass known) {
        Pass pass = known.pass();
        Instant until = pass.until();
        return new JsonAnswer()
                .with("label", pass.label())
                .with("id", known.id())
                .with("user", pass.user())
                .with("display", pass.display().isEmpty() ? pass.user() : pass.display())
                .with(
                        "rights",
                        pass.rights().stream()
                                .map(right -> new JsonAnswer()
                                        .with("role", right.role())
                                        .with("prefix", right.prefix())
                                        .with("exact", right.exact())
                                        .with(
                                                "verbs",
                                                right.verbs().stream().sorted().toList())
                                        .tree())
                                .toList())
                .with("since", pass.since().toString())
                .with("until", until == null ? null : until.toString())
                .tree();
    }
}
