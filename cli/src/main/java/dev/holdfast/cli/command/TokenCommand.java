package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.DurationConverter;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.rules.AccessToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates, lists, rotates and revokes access tokens, and keeps those that the user has for servers. */
@Command(
        name = "token",
        description = {
            "Creates, lists, rotates and revokes tokens, with which people and programs sign in to a server on this store.",
            "create NAME prints the secret, this once. rotate LABEL prints a new one, and the old one lasts for --grace.",
            "use SERVER keeps a token for a server, read from standard input; forget SERVER forgets it."
        },
        footer = {
            "holdfast token create anna --role editor --prefix scene/",
            "holdfast token create nightly --role admin --label ci --expires 30d",
            "holdfast token create monitor --role reader --only look",
            "holdfast token rotate ci --grace 2h",
            "holdfast token revoke ci",
            "holdfast token use https://locks.example.org <token.txt"
        })
final class TokenCommand extends HoldfastCommand {
    private static final List<String> ROLES = List.of("reader", "editor", "admin");
    private static final List<String> VERBS = List.of("look", "take", "keep", "release", "force");

    @Parameters(
            paramLabel = "ACTION",
            arity = "1..*",
            description =
                    "create NAME, list, rotate LABEL, revoke LABEL, use SERVER or forget SERVER; instead of the label"
                            + " also the beginning of the id.")
    private List<String> words = List.of();

    @Option(names = "--role", paramLabel = "ROLE", description = "What it lets one do: reader, editor or admin.")
    private @Nullable String role;

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            description = "Whole segments that the names of the role's resources begin with; all names unless given.")
    private @Nullable String prefix;

    @Option(names = "--name", paramLabel = "RESOURCE", description = "The one resource that the role is for.")
    private @Nullable String exact;

    @Option(
            names = "--right",
            paramLabel = "ROLE:PREFIX",
            description =
                    "A role for the resources of a prefix, editor:scene/, or for one, editor=scene/1; may repeat.")
    private List<String> pairs = List.of();

    @Option(
            names = "--only",
            paramLabel = "VERB",
            description = "Lets one do only this of what the role may: look, take, keep, release, force; may repeat.")
    private List<String> only = List.of();

    @Option(
            names = "--label",
            paramLabel = "TEXT",
            description = "A label that distinguishes it from others; the default is NAME.")
    private @Nullable String label;

    @Option(names = "--display", paramLabel = "TEXT", description = "The name that others see; the default is NAME.")
    private @Nullable String display;

    @Option(names = "--expires", paramLabel = "TIME", description = "How long it lasts, or never; the default is 90d.")
    private @Nullable String expires;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long the old secret counts after rotate; the default is 1d, and 0s means not at all.")
    private @Nullable Duration grace;

    @Override
    protected int run(CommandContext context) {
        switch (words.get(0)) {
            case "create" -> create(context, argument("create", "NAME"));
            case "list" -> TokenActions.list(context, words);
            case "rotate" -> TokenActions.rotate(context, argument("rotate", "LABEL"), grace);
            case "revoke" -> TokenActions.revoke(context, argument("revoke", "LABEL"));
            case "use" -> TokenActions.use(context, argument("use", "SERVER"));
            case "forget" -> TokenActions.forget(context, argument("forget", "SERVER"));
            default ->
                throw CommandFailure.usage("Say create NAME, list, rotate LABEL, revoke LABEL, use SERVER or forget"
                        + " SERVER, not '" + words.get(0) + "'.");
        }
        return ExitCode.DONE;
    }

    private String argument(String action, String what) {
        if (words.size() != 2) {
            throw CommandFailure.usage("Write it as: holdfast token " + action + " " + what);
        }
        return words.get(1);
    }

    private void create(CommandContext context, String name) {
        AccessToken token = AccessToken.of(name, rights())
                .display(display == null ? "" : display)
                .label(label == null ? "" : label)
                .life(life());
        TokenActions.tell(context, TokenActions.tokens(context).create(token));
    }

    private @Nullable Duration life() {
        if (expires == null) {
            return AccessTokens.DEFAULT_LIFE;
        }
        return expires.equals("never") ? null : dev.holdfast.internal.base.Durations.parse(expires);
    }

    private List<AccessToken.Right> rights() {
        List<AccessToken.Right> rights = new ArrayList<>();
        if (prefix != null && exact != null) {
            throw CommandFailure.usage("Say --prefix for several resources or --name for one, not both.");
        }
        if (role != null) {
            rights.add(new AccessToken.Right(
                    role, exact != null ? exact : prefix == null ? "" : prefix, exact != null, Set.of()));
        } else if (prefix != null || exact != null) {
            throw CommandFailure.usage("A prefix or name is for a role: add --role reader, editor or admin.");
        }
        pairs.forEach(pair -> rights.add(AccessToken.Right.parse(pair)));
        if (rights.isEmpty()) {
            throw CommandFailure.usage("Say what the token lets one do: --role reader, editor or admin.");
        }
        rights.forEach(right -> known("role", right.role(), ROLES));
        only.forEach(verb -> known("verb", verb, VERBS));
        return rights.stream().map(right -> right.only(Set.copyOf(only))).toList();
    }

    private static void known(String what, String word, List<String> all) {
        if (!all.contains(word)) {
            throw CommandFailure.usage(
                    "There is no " + what + " '" + word + "'; there are " + String.join(", ", all) + ".");
        }
    }
}
