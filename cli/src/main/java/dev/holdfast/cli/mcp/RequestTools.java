package dev.holdfast.cli.mcp;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.Requests.Asked;
import dev.holdfast.cli.acquire.RequestText;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tools with which an assistant asks holders for their locks, and answers those who ask for its own. */
final class RequestTools {
    private static final long LOOK_MILLIS = 500;

    private final AssistantRequests requests;
    private final AssistantHolds holds;

    RequestTools(AssistantRequests requests, AssistantHolds holds) {
        this.requests = requests;
        this.holds = holds;
    }

    /**
     * Asks the holders of a resource.
     *
     * @param owner who asks, bound to this process
     */
    Reply ask(String resource, Owner owner, Arguments arguments) throws InterruptedException {
        if (arguments.flag("withdraw")) {
            boolean open = requests.withdraw(resource, owner.id());
            return Reply.of(
                    open ? "Your request for " + Text.name(resource) + " is withdrawn." : "There was no open request.",
                    new JsonAnswer().with("withdrawn", open).tree());
        }
        String message = arguments.text("message");
        Duration wait = arguments.duration("wait", Toolbox.MAX_WAIT);
        LockRequest wanted =
                LockRequest.of(resource).owner(owner).mode(arguments.choice("mode", Mode.class, Mode.EXCLUSIVE));
        Asked asked = requests.requests().ask(wanted, message == null ? "" : message);
        NotAsked refusal = asked.refusal();
        if (refusal != null) {
            return new Reply(
                    asked.sentence(ZoneId.systemDefault()) + " " + advice(refusal),
                    data(false, List.of()).with("why", LockJson.label(refusal)).tree(),
                    true);
        }
        Receipt receipt = asked.receipt();
        requests.add(wanted, receipt, asked.requests());
        if (wait != null) {
            await(receipt, resource, owner, wait);
        }
        boolean granted = holds.has(owner.id(), resource);
        List<HandOverRequest> now =
                granted || wait != null ? requests.requests().find(receipt) : asked.requests();
        return Reply.of(
                granted
                        ? Text.name(resource) + " is yours, as " + Text.name(owner.name()) + "."
                        : open(now) + RequestText.unreachable(asked),
                data(granted, now).with("why", null).tree());
    }

    private void await(Receipt receipt, String resource, Owner owner, Duration wait) throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        try {
            while (!requests.hasEnded(receipt) && System.nanoTime() - end < 0) {
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            requests.withdraw(resource, owner.id());
            throw e;
        }
    }

    private static JsonAnswer data(boolean granted, List<HandOverRequest> now) {
        return new JsonAnswer()
                .with("granted", granted)
                .with("requests", now.stream().map(RequestText::json).toList());
    }

    /** Returns what an assistant does until there is an answer, or until a promise is kept. */
    private static String open(List<HandOverRequest> now) {
        RequestText text = RequestText.forAssistant(Instant.now());
        String states = now.stream().map(text::toAsker).collect(Collectors.joining("\n"));
        boolean promised = now.stream().anyMatch(one -> one.state() == RequestState.PROMISED);
        boolean over = now.stream().allMatch(one -> one.state().ended());
        String next = over
                ? "Do not change it."
                : promised
                        ? "Do not change it yet. Work on something else, or wait until that time; then call acquire."
                        : "Do not change it yet. Work on something else: the answer comes with a later call of any tool, and"
                                + " requests shows it. To ask no more, call request with withdraw.";
        return states + "\n" + next;
    }

    private static String advice(NotAsked refusal) {
        return switch (refusal) {
            case FREE -> "Call acquire.";
            case OWN -> "You can change it.";
            case OPEN_ALREADY -> "Call requests to see the answer.";
            case OFF, MUTED, TOO_OFTEN, TOO_MANY, UPGRADING ->
                "Do not change it. Work on something else, call acquire with wait, or tell the user.";
            case OWNER_ENDED -> "Tell the user.";
        };
    }

    /** Lists the requests to the assistant, and those of one owner of it. */
    Reply list(Owner owner) {
        Instant now = Instant.now();
        List<HandOverRequest> received = requests.received();
        List<HandOverRequest> asked = requests.requests().listByAsker(owner.id());
        String text = Stream.concat(
                        received.stream().map(one -> AssistantRequests.toHolder(one, now)),
                        asked.stream().map(RequestText.forAssistant(now)::toAsker))
                .collect(Collectors.joining("\n"));
        received.stream()
                .filter(one -> one.told() == null)
                .forEach(one ->
                        requests.requests().shown(one.resource(), one.holder().id(), one.id()));
        return Reply.of(
                text.isEmpty() ? "There are no requests to you, and none of yours within a day." : text,
                new JsonAnswer()
                        .with(
                                "received",
                                received.stream().map(RequestText::json).toList())
                        .with("asked", asked.stream().map(RequestText::json).toList())
                        .tree());
    }

    /** Answers a request to the assistant. */
    Reply answer(String resource, Arguments arguments) {
        HandOverRequest.Reply said = said(arguments);
        HandOverRequest after =
                holds.answer(addressed(resource, arguments), said).orElseThrow(() -> none(resource));
        String name = Text.name(resource);
        String asker = Text.name(after.asker().name());
        String text = switch (after.state()) {
            case HANDED -> asker + " has " + name + " now. Do not change it any more.";
            case PROMISED ->
                RequestText.forAssistant(Instant.now()).ending(after)
                        + " Complete your work on it and call release before. A promise cannot be taken back.";
            case DECLINED -> asker + " is told that you keep " + name + ".";
            default -> name + " is released, and " + asker + " did not get it. Do not change it any more.";
        };
        return Reply.of(
                text, new JsonAnswer().with("request", RequestText.json(after)).tree());
    }

    private static HandOverRequest.Reply said(Arguments arguments) {
        String answer = String.valueOf(arguments.text("answer"));
        Duration within = arguments.duration("within", Bounds.TTL);
        String words = arguments.text("message");
        HandOverRequest.Reply reply = switch (answer) {
            case "now" -> HandOverRequest.Reply.now();
            case "no" -> HandOverRequest.Reply.no("");
            case "in" -> {
                if (within == null) {
                    throw CommandFailure.usage("Say when: 'within', such as 10m.");
                }
                yield HandOverRequest.Reply.promise(within);
            }
            default -> throw CommandFailure.usage("'answer' is now, in or no.");
        };
        return words == null ? reply : reply.saying(words);
    }

    private HandOverRequest addressed(String resource, Arguments arguments) {
        String to = arguments.text("to");
        List<HandOverRequest> found = new ArrayList<>();
        for (HandOverRequest request : requests.received()) {
            boolean fits = to == null || request.asker().name().equals(to);
            if (fits && request.resource().equals(resource)) {
                found.add(request);
            }
        }
        if (found.isEmpty()) {
            throw none(resource);
        }
        if (found.size() > 1) {
            throw CommandFailure.usage("Several ask for " + Text.name(resource) + ". Say whom you answer in 'to': "
                    + found.stream().map(one -> Text.name(one.asker().name())).collect(Collectors.joining(", ")) + ".");
        }
        return found.get(0);
    }

    private static CommandFailure none(String resource) {
        return CommandFailure.usage("There is no such request to you for " + Text.name(resource)
                + " any more. The tool requests shows all.");
    }
}
