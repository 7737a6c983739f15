package dev.holdfast.cli.command;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.cli.acquire.RequestText;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.DurationConverter;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.views.JsonAnswer;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers a request for a lock of the instance. */
@Command(
        name = "answer",
        description = {
            "Answers a request for a lock of yours: hand it over now, in some minutes, or not.",
            "mute lets no one ask for it for as long as you hold it; unmute ends that.",
            "Exit code 76 if there is no such request or lock any more, 77 to break a promise."
        },
        customSynopsis = "holdfast answer RESOURCE now|in TIME|no|mute|unmute [OPTIONS]",
        footer = {
            "holdfast answer Chapter_03 now",
            "holdfast answer Chapter_03 in 10m --message 'after this scene'",
            "holdfast answer Chapter_03 no --message 'I need it until tonight'",
            "holdfast answer Chapter_03 mute"
        })
final class AnswerCommand extends HoldfastCommand {
    static final List<String> VERBS = List.of("now", "in", "no", "mute", "unmute");
    private static final int WITH_TIME = 3;

    @Parameters(
            paramLabel = "WORD",
            arity = "1..*",
            description = "The lock of yours, by name or by a file; then now, in and a time, no, mute or unmute.")
    private List<String> words = List.of();

    @Option(names = "--message", paramLabel = "TEXT", description = "Some words for the asker.")
    private String message = "";

    @Option(names = "--to", paramLabel = "NAME", description = "The asker that you answer, if several ask.")
    private @Nullable String to;

    @Override
    protected int run(CommandContext context) {
        String verb = words.size() < 2 ? "" : words.get(1);
        if (!VERBS.contains(verb) || words.size() != (verb.equals("in") ? WITH_TIME : WITH_TIME - 1)) {
            throw CommandFailure.usage(
                    "Name the lock and the answer: holdfast answer RESOURCE now, in TIME, no, mute or unmute. To see who asks"
                            + " for what: holdfast requests");
        }
        String name = context.named(List.of(words.get(0))).get(0);
        InstanceRequests instance = new InstanceRequests(context);
        if (verb.endsWith("mute")) {
            mute(context, instance, name, verb.equals("mute"));
            return ExitCode.DONE;
        }
        Reply reply = reply(verb).saying(message);
        HandOverRequest request = asked(instance, name);
        if (request.state() == RequestState.PROMISED && reply.state() != RequestState.HANDED) {
            throw new CommandFailure(
                    ExitCode.NOT_PERMITTED,
                    "A promise is kept. "
                            + RequestText.forPerson(Instant.now()).toHolder(request)
                            + " To hand it over before: holdfast answer " + words.get(0) + " now");
        }
        HandOverRequest after = instance.requests()
                .answer(name, request.holder().id(), request.id(), reply)
                .orElseThrow(() -> none(name));
        context.say("holdfast: " + said(after));
        if (context.options().json()) {
            context.answer(new JsonAnswer().with("request", RequestText.json(after)));
        }
        return ExitCode.DONE;
    }

    private Reply reply(String verb) {
        return switch (verb) {
            case "now" -> Reply.now();
            case "in" -> Reply.promise(DurationConverter.read(words.get(2)));
            default -> Reply.no("");
        };
    }

    private static void mute(CommandContext context, InstanceRequests instance, String name, boolean muted) {
        boolean held = false;
        for (String holder : instance.holders(name)) {
            held |= instance.requests().mute(name, holder, muted);
        }
        String shown = Text.name(name);
        if (!held) {
            throw new CommandFailure(
                    ExitCode.LOST, Text.name(instance.owner().name()) + " does not hold " + shown + ".");
        }
        context.say(
                muted
                        ? "holdfast: No one can ask you for " + shown + " any more, for as long as you hold it."
                        : "holdfast: Others can ask you for " + shown + " again.");
        if (context.options().json()) {
            context.answer(new JsonAnswer().with("muted", muted));
        }
    }

    private HandOverRequest asked(InstanceRequests instance, String name) {
        List<HandOverRequest> open = instance.received(name).stream()
                .filter(request -> to == null
                        || request.asker().name().equals(to)
                        || request.asker().id().equals(to))
                .toList();
        if (open.isEmpty()) {
            throw none(name);
        }
        if (open.size() > 1) {
            throw CommandFailure.usage("Several ask for " + Text.name(name) + ": say whom you answer, with --to "
                    + open.stream().map(one -> Text.name(one.asker().name())).collect(Collectors.joining(" or --to "))
                    + ".");
        }
        return open.get(0);
    }

    private CommandFailure none(String name) {
        return new CommandFailure(
                ExitCode.LOST,
                (to == null ? "There is no request to you for " : Text.name(to) + " has no request to you for ")
                        + Text.name(name) + " any more. To see all requests: holdfast requests");
    }

    private static String said(HandOverRequest request) {
        String name = Text.name(request.resource());
        String asker = Text.name(request.asker().name());
        return switch (request.state()) {
            case HANDED -> asker + " has " + name + " now.";
            case PROMISED ->
                asker + " is told. " + RequestText.forPerson(Instant.now()).ending(request);
            case DECLINED -> asker + " is told that you keep " + name + ".";
            default -> name + " is released. " + asker + " did not get it: others waited before.";
        };
    }
}
