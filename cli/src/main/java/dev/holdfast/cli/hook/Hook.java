package dev.holdfast.cli.hook;

import dev.holdfast.Refusal;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.Surroundings;
import dev.holdfast.cli.guard.Inspection;
import dev.holdfast.cli.guard.Sites;
import dev.holdfast.cli.owner.Assistant;
import dev.holdfast.cli.trust.UntrustedProjectException;
import dev.holdfast.store.UntrustedSidecarException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Answers an assistant's event: before a tool writes, whether it may; when a session or a sub-agent ends, by giving back what it
 * held; at the beginning of a session, by telling its shell commands who they act for. Anything else is let pass.
 */
public final class Hook {
    private final Call around;
    private final HookOrder order;

    public Hook(Call around, HookOrder order) {
        this.around = around;
        this.order = order;
    }

    /**
     * Reads the event and answers it. Whatever goes wrong, there is an answer.
     *
     * @param late is given the answer, on another thread, if it takes longer than it may; whatever comes then comes too late
     */
    public HookAnswer answer(Consumer<HookAnswer> late) {
        String what = "";
        try {
            Event event = Event.from(around.surroundings().in());
            what = event.name() + " " + event.tool() + " ";
            String name = what;
            RuntimeException slow = CommandFailure.unreachable("The store did not answer in time.");
            Deadline deadline = Deadline.in(order.limit(), () -> late.accept(unjudged(name, slow)));
            try {
                return answer(event);
            } finally {
                deadline.cancel();
            }
        } catch (RuntimeException | Error e) {
            // Also a mistake of ours: an assistant must not be stopped by one, unless it was asked for.
            return unjudged(what, e);
        }
    }

    private HookAnswer unjudged(String what, Throwable why) {
        boolean told = why.getMessage() != null && why instanceof RuntimeException;
        String problem = told ? String.valueOf(why.getMessage()) : why.toString();
        // Where the locks are is not known before a person has said so.
        boolean refused =
                order.closed() || why instanceof UntrustedProjectException || why instanceof UntrustedSidecarException;
        String decision = refused ? "refused: " : "let pass: ";
        HookLog.add(around.surroundings(), what + decision + problem);
        return new HookAnswer(!refused, List.of(), List.of(), List.of(), problem);
    }

    private HookAnswer answer(Event event) {
        Path folder = event.folder() == null ? around.surroundings().folder() : event.folder();
        Surroundings there = around.surroundings().in(folder);
        Assistant assistant = Assistant.of(
                there, event.session(), event.agent(), around.options().owner());
        try (Call call = new Call(there, around.options(), around.arguments())) {
            if (event.isBeforeTool()) {
                return beforeTool(call, event, assistant);
            }
            return switch (event.name()) {
                case "SessionStart" -> {
                    ShellOwner.tell(there, assistant);
                    yield HookAnswer.PASS;
                }
                case "SessionEnd" -> HookAnswer.released(Sitting.end(call, assistant));
                case "SubagentStop" ->
                    event.agent().isEmpty() ? HookAnswer.PASS : HookAnswer.released(Sitting.endAgent(call, assistant));
                default -> HookAnswer.PASS;
            };
        }
    }

    private HookAnswer beforeTool(Call call, Event event, Assistant assistant) {
        Path folder = call.surroundings().folder();
        Touched touched = Tools.touched(event, folder, new ShellSetting(call.surroundings()));
        Set<String> paths = new LinkedHashSet<>(touched.written());
        for (String named : touched.named()) {
            // Words are many, and few of them are files.
            if (call.project().isMapped(named) || Touched.exists(named)) {
                paths.add(named);
            }
        }
        if (paths.isEmpty()) {
            return HookAnswer.PASS;
        }
        List<String> taken = new ArrayList<>();
        try (Sites sites = Sites.of(call, paths)) {
            List<Refusal> refusals = new ArrayList<>();
            for (Sites.Site site : sites.all()) {
                refusals.addAll(new Inspection(site.call(), assistant).of(site.paths()));
            }
            for (Sites.Site site : sites.all()) {
                if (refusals.isEmpty() && assistant.isKnown()) {
                    Sitting sitting = new Sitting(site.call(), assistant, order);
                    List<String> written = new ArrayList<>(site.paths());
                    written.retainAll(touched.written());
                    refusals.addAll(sitting.take(written, event.tool().startsWith("mcp_")));
                    taken.addAll(sitting.taken());
                }
            }
            if (!refusals.isEmpty()) {
                return HookAnswer.refused(refusals);
            }
        }
        return new HookAnswer(true, List.of(), taken, List.of(), null);
    }
}
