package dev.holdfast.cli.hook;

import dev.holdfast.Refusal;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.guard.PathsByProject;
import dev.holdfast.cli.guard.WriteCheck;
import dev.holdfast.cli.owner.AssistantOwner;
import dev.holdfast.cli.trust.UntrustedProjectException;
import dev.holdfast.internal.storage.UntrustedSidecarException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Answers an assistant's event. Before a tool writes, it says whether the tool may. At the end of a session or sub-agent, it
 * releases their holds. At the beginning of a session, it sets the owner for its shell commands. Other events pass.
 */
public record Hook(CommandContext around, HookOptions order) {
    /**
     * Reads the event and answers it. Whatever goes wrong, there is an answer.
     *
     * @param late is given the answer, on another thread, if it takes longer than it may; whatever comes then comes too late
     */
    public HookAnswer answer(Consumer<HookAnswer> late) {
        String what = "";
        try {
            HookEvent event = HookEvent.from(around.environment().in());
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
        HookLog.add(around.environment(), what + decision + problem);
        return refused
                ? new HookAnswer(false, List.of(), List.of(), List.of(), problem, List.of(), List.of())
                : HookAnswer.allowed(List.of(), List.of(), problem);
    }

    private HookAnswer answer(HookEvent event) {
        Path folder = event.folder() == null ? around.environment().folder() : event.folder();
        Environment there = around.environment().in(folder);
        AssistantOwner assistant = AssistantOwner.of(
                there, event.session(), event.agent(), around.options().owner());
        try (CommandContext context = new CommandContext(there, around.options(), around.arguments())) {
            if (event.isBeforeTool()) {
                return beforeTool(context, event, assistant);
            }
            return switch (event.name()) {
                case "SessionStart" -> {
                    ShellOwner.tell(there, assistant);
                    yield HookAnswer.PASS;
                }
                case "SessionEnd" -> HookAnswer.released(AssistantSession.end(context, assistant));
                case "SubagentStop" ->
                    event.agent().isEmpty()
                            ? HookAnswer.PASS
                            : HookAnswer.released(AssistantSession.endAgent(context, assistant));
                default -> HookAnswer.PASS;
            };
        }
    }

    private HookAnswer beforeTool(CommandContext context, HookEvent event, AssistantOwner assistant) {
        Path folder = context.environment().folder();
        TouchedFiles touched = ToolPaths.touched(event, folder, new ShellVariables(context.environment()));
        Set<String> paths = new LinkedHashSet<>(touched.written());
        for (String named : touched.named()) {
            // Words are many, and few of them are files.
            if (context.project().isMapped(named) || TouchedFiles.exists(named)) {
                paths.add(named);
            }
        }
        if (paths.isEmpty()) {
            return HookAnswer.PASS;
        }
        List<String> taken = new ArrayList<>();
        try (PathsByProject sites = PathsByProject.of(context, paths)) {
            List<Refusal> refusals = new ArrayList<>();
            List<String> askable = new ArrayList<>();
            Set<String> own = new LinkedHashSet<>();
            for (PathsByProject.ProjectPaths site : sites.all()) {
                List<Refusal> found = new WriteCheck(site.context(), assistant, own::add).of(site.paths());
                refusals.addAll(found);
                askable.addAll(RequestMention.askable(site.context(), found));
            }
            for (PathsByProject.ProjectPaths site : sites.all()) {
                if (refusals.isEmpty() && assistant.isKnown()) {
                    AssistantSession sitting = new AssistantSession(site.context(), assistant, order);
                    List<String> written = new ArrayList<>(site.paths());
                    written.retainAll(touched.written());
                    refusals.addAll(sitting.take(written, event.tool().startsWith("mcp_")));
                    taken.addAll(sitting.taken());
                }
            }
            HookAnswer answer = refusals.isEmpty()
                    ? HookAnswer.allowed(taken, List.of(), null)
                    : HookAnswer.refused(refusals, askable);
            return answer.with(RequestMention.in(sites, assistant, own));
        }
    }
}
