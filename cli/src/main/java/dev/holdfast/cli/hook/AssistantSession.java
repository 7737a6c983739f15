package dev.holdfast.cli.hook;

import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.owner.AssistantOwner;
import dev.holdfast.cli.project.Project;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The holds of an assistant's session in one project: acquired at the first edit, renewed by later ones, released at its end. */
final class AssistantSession {
    /** A heartbeat is not repeated within this time: edits come in bursts, and each heartbeat writes to the store. */
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

    /** Returns the resources that {@link #take} acquired. */
    List<String> taken() {
        return taken;
    }

    /**
     * Acquires the resources of these files, all or none, if the options say so. Sends a heartbeat for every hold of the
     * session.
     *
     * @param careful whether what looks like a path may be something else
     */
    List<Refusal> take(List<String> paths, boolean careful) {
        Set<String> wanted = wanted(paths, careful);
        if (wanted.isEmpty() && context.isUntouched()) {
            return List.of();
        }
        for (LockView view : manager().holds().listByOwner(assistant.owner().id())) {
            for (LockView.Holder judged : view.holders()) {
                if (!judged.state().ended()
                        && judged.hold().owner().id().equals(assistant.owner().id())) {
                    if (judged.hold().mode() == Mode.EXCLUSIVE) {
                        wanted.remove(view.resource());
                    }
                    keep(view, judged.hold());
                }
            }
        }
        wanted.removeIf(this::isOwnAnyway);
        if (wanted.isEmpty() || manager().admin().traits().needsProcess()) {
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

    /** Returns whether the file belongs to the project, and not to git or Holdfast. */
    private static boolean isWithin(Project project, String path) {
        return path.startsWith(project.root() + "/")
                && !path.startsWith(project.root() + "/.git/")
                && !path.startsWith(project.shared() + "/.locks/");
    }

    /** Returns whether the owner that the assistant works for holds the resource. */
    private boolean isOwnAnyway(String resource) {
        for (LockView.Holder judged : manager().view(resource).holders()) {
            Hold hold = judged.hold();
            boolean its = hold.owner().id().equals(assistant.owner().id());
            if (!judged.state().ended() && !its && assistant.owns(manager(), resource, hold)) {
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
            manager().holds().renew(List.of(Heartbeat.of(receipt, true)));
            return;
        }
        // Acquired by a command of the session: entering and leaving the hold counts as a heartbeat.
        Receipt passing = Receipt.create(view.resource());
        LockRequest request = LockRequest.of(view.resource())
                .mode(hold.mode())
                .owner(assistant.owner())
                .receipt(passing);
        if (grant(request).granted()) {
            manager().holds().release(passing);
        }
    }

    private Grant grant(LockRequest request) {
        try {
            return manager().holds().grant(request);
        } catch (InterruptedException e) {
            throw new CommandFailure(ExitCode.CANCELLED, "Interrupted; nothing was acquired.");
        }
    }

    private LockManager manager() {
        return context.manager();
    }

    /** Releases the holds of the session and of all its sub-agents. */
    static List<String> end(CommandContext context, AssistantOwner assistant) {
        return release(context, assistant, "");
    }

    /** Releases the holds of one sub-agent. */
    static List<String> endAgent(CommandContext context, AssistantOwner assistant) {
        return release(context, assistant, assistant.owner().id());
    }

    private static List<String> release(CommandContext context, AssistantOwner assistant, String only) {
        List<String> released = new ArrayList<>();
        if (!assistant.isKnown() || context.isUntouched()) {
            return released;
        }
        for (LockView view : context.manager().list("")) {
            for (LockView.Holder judged : view.holders()) {
                String owner = judged.hold().owner().id();
                boolean its = only.isEmpty() ? assistant.isWithin(owner) : owner.equals(only);
                if (its && context.manager().holds().release(view.resource(), owner)) {
                    released.add(view.resource());
                }
            }
        }
        return released;
    }
}
