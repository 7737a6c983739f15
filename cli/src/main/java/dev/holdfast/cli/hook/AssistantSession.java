package dev.holdfast.cli.hook;

import dev.holdfast.Grant;
import dev.holdfast.Heartbeat;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.owner.AssistantOwner;
import dev.holdfast.cli.project.Project;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a session of an assistant holds in one project: taken at the first edit, kept by every later one, given back at its end. */
final class AssistantSession {
    /** So long a sign of life need not be repeated: edits come in bursts, and each would write to the store. */
    private static final Duration FRESH = Duration.ofMinutes(1);

    private final CommandContext context;
    private final AssistantOwner assistant;
    private final HookOptions order;
    private final List<String> taken = new ArrayList<>();

    AssistantSession(CommandContext context, AssistantOwner assistant, HookOptions order) {
        this.context = context;
        this.assistant = assistant;
        this.order = order;
    }

    /** What {@link #take} took. */
    List<String> taken() {
        return taken;
    }

    /**
     * Takes what is needed to write those files, all or none, if it is to; and gives a sign of life for all that it holds.
     *
     * @param careful whether what looks like a path may be something else
     */
    List<Refusal> take(List<String> paths, boolean careful) {
        Set<String> wanted = wanted(paths, careful);
        if (wanted.isEmpty() && context.isUntouched()) {
            return List.of();
        }
        for (LockView view : manager().listOf(assistant.owner().id())) {
            for (Outcome.Judged judged : view.holds()) {
                if (!judged.verdict().ended()
                        && judged.hold().owner().id().equals(assistant.owner().id())) {
                    if (judged.hold().mode() == Mode.EXCLUSIVE) {
                        wanted.remove(view.resource());
                    }
                    keep(view, judged.hold());
                }
            }
        }
        wanted.removeIf(this::isOwnAnyway);
        if (wanted.isEmpty() || manager().traits().needsProcess()) {
            return List.of();
        }
        LockRequest request = LockRequest.of(wanted)
                .owner(assistant.owner())
                .ttl(order.grace())
                .note("editing")
                .receipt(assistant.receipt(wanted.iterator().next()));
        Grant grant = grant(request);
        if (grant.granted()) {
            taken.addAll(wanted);
        }
        return grant.refusals();
    }

    private Set<String> wanted(List<String> paths, boolean careful) {
        Set<String> wanted = new LinkedHashSet<>();
        if (order.take() == HookOptions.Take.NOTHING) {
            return wanted;
        }
        Project project = context.project();
        for (String path : paths) {
            boolean own = order.take() == HookOptions.Take.ALL
                    && isWithin(project, path)
                    && !project.isFolder(path)
                    && (!careful || TouchedFiles.exists(path));
            if (own || project.isMapped(path)) {
                wanted.addAll(project.covering(path));
            }
        }
        return wanted;
    }

    /** Not what git and Holdfast itself keep there. */
    private static boolean isWithin(Project project, String path) {
        return path.startsWith(project.root() + "/")
                && !path.startsWith(project.root() + "/.git/")
                && !path.startsWith(project.shared() + "/.locks/");
    }

    /** Held by whom it works for. */
    private boolean isOwnAnyway(String resource) {
        for (Outcome.Judged judged : manager().look(resource).holds()) {
            Hold hold = judged.hold();
            boolean its = hold.owner().id().equals(assistant.owner().id());
            if (!judged.verdict().ended() && !its && assistant.owns(manager(), resource, hold)) {
                return true;
            }
        }
        return false;
    }

    private void keep(LockView view, Hold hold) {
        if (Duration.between(hold.seen(), view.asOf()).compareTo(FRESH) < 0) {
            return;
        }
        Receipt receipt = assistant.receipt(view.resource());
        if (hold.entries().contains(receipt.holdId())) {
            manager().renew(List.of(Heartbeat.of(receipt, true)));
            return;
        }
        // Taken by a command of the session: to enter and to leave it again is a sign of life too.
        Receipt passing = Receipt.create(view.resource());
        LockRequest request = LockRequest.of(view.resource())
                .mode(hold.mode())
                .owner(assistant.owner())
                .receipt(passing);
        if (grant(request).granted()) {
            manager().release(passing);
        }
    }

    private Grant grant(LockRequest request) {
        try {
            return manager().grant(request);
        } catch (InterruptedException e) {
            throw new CommandFailure(ExitCode.CANCELLED, "Interrupted.");
        }
    }

    private LockManager manager() {
        return context.manager();
    }

    /** Gives back what the session and all its sub-agents hold. */
    static List<String> end(CommandContext context, AssistantOwner assistant) {
        return release(context, assistant, "");
    }

    /** Gives back what that one sub-agent holds. */
    static List<String> endAgent(CommandContext context, AssistantOwner assistant) {
        return release(context, assistant, assistant.owner().id());
    }

    private static List<String> release(CommandContext context, AssistantOwner assistant, String only) {
        List<String> released = new ArrayList<>();
        if (!assistant.isKnown() || context.isUntouched()) {
            return released;
        }
        for (LockView view : context.manager().list("")) {
            for (Outcome.Judged judged : view.holds()) {
                String owner = judged.hold().owner().id();
                boolean its = only.isEmpty() ? assistant.isWithin(owner) : owner.equals(only);
                if (its && context.manager().release(view.resource(), owner)) {
                    released.add(view.resource());
                }
            }
        }
        return released;
    }
}
