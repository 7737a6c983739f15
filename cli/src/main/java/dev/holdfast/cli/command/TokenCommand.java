package dev.holdfast.cli.command;

import dev.holdfast.access.KnownPass;
import dev.holdfast.access.NewPass;
import dev.holdfast.access.Passes;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.options.Durations;
import dev.holdfast.cli.output.TokenText;
import dev.holdfast.cli.serve.ServedStore;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.rules.Pass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes, lists and revokes the tokens that let people and programs in at a server. */
@Command(
        name = "token",
        description = {
            "Makes, lists and revokes tokens, by which people and programs sign in at a server on this store.",
            "create NAME makes one and prints its secret, this once; list shows those there are; revoke LABEL ends one."
        },
        footer = {
            "holdfast token create anna --role editor --prefix scene/",
            "holdfast token create nightly --role admin --label ci --ttl 30d",
            "holdfast token list",
            "holdfast token revoke ci"
        })
final class TokenCommand extends HoldfastCommand {
    private static final List<String> ROLES = List.of("reader", "editor", "admin");

    @Parameters(
            paramLabel = "ACTION",
            arity = "1..*",
            description = "create NAME, list, or revoke LABEL; instead of the label also the beginning of the id.")
    private List<String> words = List.of();

    @Option(names = "--role", paramLabel = "ROLE", description = "What it lets one do: reader, editor or admin.")
    private @Nullable String role;

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            description = "With which the names of the resources begin that the role is for; all unless given.")
    private @Nullable String prefix;

    @Option(
            names = "--right",
            paramLabel = "ROLE:PREFIX",
            description = "A role for the resources of a prefix, such as editor:scene/; may repeat.")
    private List<String> pairs = List.of();

    @Option(names = "--label", paramLabel = "TEXT", description = "By which to tell it from others; NAME unless given.")
    private @Nullable String label;

    @Option(names = "--display", paramLabel = "TEXT", description = "What others are shown; NAME unless given.")
    private @Nullable String display;

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "How long it lasts; until it is revoked unless given.")
    private @Nullable Duration ttl;

    @Override
    protected int run(Call call) {
        switch (words.get(0)) {
            case "create" -> create(call, only("create", "NAME"));
            case "list" -> list(call);
            case "revoke" -> revoke(call, only("revoke", "LABEL"));
            default -> throw CommandFailure.usage("Say create NAME, list or revoke LABEL, not '" + words.get(0) + "'.");
        }
        return ExitCode.DONE;
    }

    private String only(String action, String what) {
        if (words.size() != 2) {
            throw CommandFailure.usage("Write it as: holdfast token " + action + " " + what);
        }
        return words.get(1);
    }

    private static Passes passes(Call call) {
        return call.passesAt(ServedStore.address(call));
    }

    private void create(Call call, String name) {
        Pass pass = Pass.of(name, rights())
                .display(display == null ? "" : display)
                .label(label == null ? "" : label)
                .life(ttl);
        NewPass made = passes(call).create(pass);
        call.err().println(TokenText.made(made.known()));
        if (call.options().json()) {
            call.answer(new JsonAnswer().with("secret", made.secret()).with("token", TokenText.json(made.known())));
        } else {
            call.out().println(made.secret());
        }
    }

    private List<Pass.Right> rights() {
        List<Pass.Right> rights = new ArrayList<>();
        if (role != null) {
            rights.add(right(role, prefix == null ? "" : prefix));
        } else if (prefix != null) {
            throw CommandFailure.usage("A prefix is for a role: add --role reader, editor or admin.");
        }
        for (String pair : pairs) {
            int colon = pair.indexOf(':');
            rights.add(right(colon < 0 ? pair : pair.substring(0, colon), colon < 0 ? "" : pair.substring(colon + 1)));
        }
        if (rights.isEmpty()) {
            throw CommandFailure.usage("Say what the token lets one do: --role reader, editor or admin.");
        }
        return rights;
    }

    private static Pass.Right right(String role, String prefix) {
        if (!ROLES.contains(role)) {
            throw CommandFailure.usage("There is no role '" + role + "'; there are " + String.join(", ", ROLES) + ".");
        }
        return new Pass.Right(role, prefix);
    }

    private void list(Call call) {
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

    private static void revoke(Call call, String labelOrId) {
        List<KnownPass> revoked = passes(call).revoke(labelOrId);
        if (revoked.isEmpty()) {
            throw CommandFailure.usage(
                    "There is no token '" + labelOrId + "': holdfast token list shows those there" + " are.");
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
}
