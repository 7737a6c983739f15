package dev.holdfast.cli.command;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.cli.acquire.CommandText;
import dev.holdfast.cli.acquire.RequestText;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.internal.views.JsonAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Shows the requests of the instance, and those to it. */
@Command(
        name = "requests",
        description = {
            "Shows what others ask you for, and what became of your own requests, for a day.",
            "Askers are told that you have seen their requests."
        },
        footer = {"holdfast requests", "holdfast requests --json"})
final class RequestsCommand extends HoldfastCommand {

    @Override
    protected int run(CommandContext context) {
        InstanceRequests instance = new InstanceRequests(context);
        List<HandOverRequest> received = instance.received();
        List<HandOverRequest> asked =
                instance.requests().listByAsker(instance.owner().id());
        if (context.options().json()) {
            context.answer(new JsonAnswer().with("received", json(received)).with("asked", json(asked)));
        } else {
            show(context, instance, received, asked);
        }
        received.stream()
                .filter(request -> request.told() == null)
                .forEach(request -> instance.requests()
                        .shown(request.resource(), request.holder().id(), request.id()));
        return ExitCode.DONE;
    }

    private static List<Map<String, @Nullable Object>> json(List<HandOverRequest> requests) {
        return requests.stream().map(RequestText::json).toList();
    }

    private static void show(
            CommandContext context,
            InstanceRequests instance,
            List<HandOverRequest> received,
            List<HandOverRequest> asked) {
        RequestText text = RequestText.forPerson(Instant.now());
        for (HandOverRequest request : received) {
            context.out().println(text.toHolder(request));
            if (request.state() == RequestState.OPEN) {
                long same = received.stream()
                        .filter(other -> other.resource().equals(request.resource()))
                        .count();
                context.out()
                        .println("  To answer: "
                                + answering(context, request)
                                + (same == 1
                                        ? ""
                                        : " --to "
                                                + CommandText.word(
                                                        request.asker().name()))
                                + " (or now, or no)");
            }
        }
        for (HandOverRequest request : asked) {
            context.out().println(text.toAsker(request));
            if (request.state() == RequestState.HANDED && isHeld(context, instance, request)) {
                context.out()
                        .println("  It is yours. To release it: holdfast release "
                                + CommandText.word(request.resource()) + CommandText.place(context));
            }
        }
        if (received.isEmpty() && asked.isEmpty()) {
            context.say("holdfast: You have no request to answer, and have made none within a day.");
        }
    }

    /** Returns the command that promises the lock, which is the answer that most often fits. */
    private static String answering(CommandContext context, HandOverRequest request) {
        return "holdfast answer " + CommandText.word(request.resource()) + " in 10m" + CommandText.place(context);
    }

    private static boolean isHeld(CommandContext context, InstanceRequests instance, HandOverRequest request) {
        return context.manager().view(request.resource()).holders().stream()
                .filter(judged -> !judged.state().ended())
                .anyMatch(judged ->
                        judged.hold().owner().id().equals(instance.owner().id()));
    }
}
