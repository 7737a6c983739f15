package dev.holdfast.cli.mcp;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Refusal;
import dev.holdfast.StoreException;
import dev.holdfast.cli.acquire.RequestOffer;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.OperationOptions;
import dev.holdfast.cli.output.Dashboard;
import dev.holdfast.cli.output.Palette;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tools of one assistant in one project. Thread-safe: an assistant may call several at the same time. */
public final class Toolbox implements AutoCloseable {
    static final Duration MAX_WAIT = Duration.ofMinutes(10);
    private static final long HEARTBEAT_SECONDS = 20;

    private final CommandContext context;
    private final LockManager manager;
    private final AssistantHolds attendance;
    private final AssistantRequests requests;
    private final RequestTools asking;
    private final AssistantIdentity conversation;
    private final ScheduledExecutorService heartbeats;
    private final ScheduledFuture<?> heartbeat;

    public Toolbox(CommandContext context) {
        this.context = context;
        this.manager = context.manager();
        this.attendance = new AssistantHolds(manager);
        this.requests = new AssistantRequests(manager, attendance);
        this.asking = new RequestTools(requests, attendance);
        this.conversation = new AssistantIdentity(context);
        this.heartbeats = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "holdfast-heartbeats");
            thread.setDaemon(true);
            return thread;
        });
        this.heartbeat =
                heartbeats.scheduleWithFixedDelay(this::keep, HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, TimeUnit.SECONDS);
    }

    private void keep() {
        requests.lookQuietly();
        attendance.renewQuietly();
    }

    /** Returns the instructions that every assistant gets first. */
    public String instructions() {
        return Guidance.rules(context.project().root().getFileName() + "");
    }

    /**
     * Calls the tool. A failure is a reply with a sentence.
     *
     * @param client the name of the assistant's program
     */
    public Reply call(Tool tool, Map<String, ?> values, String client) throws InterruptedException {
        Reply reply;
        try {
            Arguments arguments = new Arguments(tool, values);
            reply = switch (tool.name()) {
                case "acquire" -> acquire(arguments, client);
                case "release" -> release(arguments, client);
                case "renew" -> renew(arguments, client);
                case "status" -> status(arguments);
                case "request" -> asking.ask(resource(arguments), bound(arguments, client), arguments);
                case "requests" -> asking.list(conversation.owner(client, arguments.text("agent")));
                case "answer" -> asking.answer(resource(arguments), arguments);
                default -> who(arguments);
            };
        } catch (CommandFailure | StoreException | IllegalArgumentException e) {
            reply = Reply.failed(Text.shownLines(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            reply = Reply.failed("This is a mistake in Holdfast: " + Text.shownLines(e.toString()) + ".");
        }
        return reply.after(requests.news()).after(attendance.news());
    }

    private Reply acquire(Arguments arguments, String client) throws InterruptedException {
        List<String> wanted = wanted(arguments);
        if (wanted.isEmpty()) {
            return Reply.of(
                    "Nothing to lock: the operation only reads.",
                    new JsonAnswer()
                            .with("granted", true)
                            .with("holds", List.of())
                            .tree());
        }
        String agent = arguments.text("agent");
        Owner owner = bound(arguments, client);
        String note = arguments.text("note");
        LockRequest request = LockRequest.of(wanted)
                .owner(owner)
                .mode(arguments.choice("mode", Mode.class, Mode.EXCLUSIVE))
                .receipt(conversation.receipt(client, agent, wanted.get(0)));
        Duration wait = arguments.duration("wait", MAX_WAIT);
        request = note == null ? request : request.note(note);
        request = wait == null ? request : request.timeout(wait);
        Grant grant = context.grant(request);
        if (!grant.granted()) {
            return refused(wanted, grant.refusals());
        }
        attendance.add(owner.id(), grant);
        List<Map<String, @Nullable Object>> holds = new ArrayList<>();
        for (int i = 0; i < grant.holds().size(); i++) {
            // Without the receipt, a secret: what an assistant reads is kept, and shown to others.
            holds.add(LockJson.hold(
                    grant.receipts().get(i).resource(), grant.holds().get(i)));
        }
        return Reply.of(
                "You hold " + names(wanted) + " as " + Text.name(owner.name())
                        + ". Release it with the tool release when the work is done. It ends with this session.",
                new JsonAnswer().with("granted", true).with("holds", holds).tree());
    }

    /** Returns the owner of what is acquired: bound to this process, whose end is the end of the assistant. */
    private Owner bound(Arguments arguments, String client) {
        return conversation
                .owner(client, arguments.text("agent"))
                .bound(List.of(ProcessTable.system().self()));
    }

    private synchronized List<String> wanted(Arguments arguments) {
        List<String> named = arguments.names("resources");
        String operation = arguments.text("operation");
        List<String> chapters = arguments.names("chapters");
        List<String> extras = arguments.names("with");
        if (operation == null && (!chapters.isEmpty() || !extras.isEmpty())) {
            throw CommandFailure.usage("'chapters' and 'with' belong to an operation: name it in 'operation'.");
        }
        if (operation == null && named.isEmpty()) {
            throw CommandFailure.usage("Say what to lock: 'resources' with names or paths, or 'operation'.");
        }
        if (!arguments.flag("new")) {
            context.project().requireKnown(named, "'new': true");
        }
        return OperationOptions.resources(context.project(), named, operation, chapters, extras);
    }

    private synchronized Reply refused(List<String> wanted, List<Refusal> refusals) {
        List<String> taken = refusals.stream().map(Refusal::resource).toList();
        String free =
                names(wanted.stream().filter(name -> !taken.contains(name)).toList());
        String text = refusals.stream()
                        .map(refusal -> refusal.sentenceForAssistant(ZoneId.systemDefault()))
                        .collect(Collectors.joining("\n"))
                + "\nNothing was taken: do not change it."
                + (free.isEmpty() ? "" : " Free now: " + free + ".")
                + (refusals.stream().anyMatch(refusal -> RequestOffer.isPossible(context, refusal))
                        ? " You can ask the holder for it with the tool request;"
                        : " You can")
                + " call acquire again with 'wait', such as 2m; work on something that is free (the tool status shows what"
                + " is not); or ask the user whether to wait.";
        return new Reply(
                text,
                new JsonAnswer()
                        .with("granted", false)
                        .with(
                                "refusals",
                                refusals.stream().map(LockJson::refusal).toList())
                        .tree(),
                true);
    }

    private static String names(List<String> resources) {
        return resources.stream().map(Text::name).collect(Collectors.joining(", "));
    }

    private Reply release(Arguments arguments, String client) {
        Owner owner = conversation.owner(client, arguments.text("agent"));
        List<String> named = resources(arguments.names("resources"));
        List<String> released = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (String resource : named.isEmpty() ? attendance.of(owner.id()) : named) {
            if (attendance.release(owner.id(), resource)) {
                released.add(resource);
            } else if (!manager.view(resource).free()) {
                others.add("You do not hold " + Text.name(resource) + ". "
                        + manager.view(resource).sentenceForAssistant(ZoneId.systemDefault()));
            }
        }
        String text = released.isEmpty() ? "There was nothing to release." : "Released: " + names(released) + ".";
        return new Reply(
                String.join("\n", others.isEmpty() ? List.of(text) : others),
                new JsonAnswer()
                        .with("released", released.size())
                        .with("resources", released)
                        .tree(),
                !others.isEmpty());
    }

    private Reply renew(Arguments arguments, String client) {
        Owner owner = conversation.owner(client, arguments.text("agent"));
        attendance.renew(owner.id(), true);
        List<String> held = attendance.of(owner.id());
        return Reply.of(
                held.isEmpty()
                        ? "You hold nothing."
                        : "You hold " + names(held) + " as " + Text.name(owner.name()) + ".",
                new JsonAnswer().with("resources", held).tree());
    }

    private Reply status(Arguments arguments) {
        List<String> only = resources(arguments.names("resources"));
        List<LockView> views = only.isEmpty()
                ? manager.list("")
                : only.stream().sorted().map(manager::view).toList();
        return Reply.of(
                String.join("\n", new Dashboard(context.policies().otherwise(), Palette.PLAIN).lines(views)),
                new JsonAnswer()
                        .with("locks", views.stream().map(LockJson::lock).toList())
                        .tree());
    }

    private Reply who(Arguments arguments) {
        LockView view = manager.view(resource(arguments));
        return Reply.of(view.sentenceForAssistant(ZoneId.systemDefault()), LockJson.lock(view));
    }

    private String resource(Arguments arguments) {
        String named = arguments.text("resource");
        if (named == null) {
            throw CommandFailure.usage("Say which: 'resource' with a name, or the path of a file.");
        }
        return resources(List.of(named)).get(0);
    }

    /** Returns the resources of the arguments. Synchronized, because the project reads its file at the first call. */
    private synchronized List<String> resources(List<String> named) {
        return context.project().resources(named);
    }

    /** Releases all holds: the assistant is gone. */
    @Override
    public void close() {
        heartbeat.cancel(false);
        heartbeats.shutdown();
        try {
            requests.end();
        } finally {
            attendance.end();
        }
    }
}
