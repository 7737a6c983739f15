package dev.holdfast.cli.guard;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Refusal;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.owner.HoldOwnership;
import dev.holdfast.cli.project.Project;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Checks whether another owner holds a resource that covers files of one project. Made for a process that does it once.
 *
 * @param own gets the id of each owner under which the caller holds such a resource
 */
public record WriteCheck(CommandContext context, HoldOwnership ownership, Consumer<String> own) {
    /** From this number of resources on, it is faster to list all locks. */
    private static final int MANY = 8;

    public WriteCheck(CommandContext context, HoldOwnership ownership) {
        this(context, ownership, owner -> {});
    }

    /** Returns a refusal for each resource that forbids writing these files, or moving or deleting these folders. */
    public List<Refusal> of(Collection<String> paths) {
        if (context.isUntouched()) {
            return List.of();
        }
        return refusals(views(covering(paths)));
    }

    private Set<String> covering(Collection<String> paths) {
        Project project = context.project();
        Set<String> covering = new LinkedHashSet<>();
        List<LockView> all = List.of();
        for (String path : paths) {
            covering.addAll(project.covering(path));
            if (project.isFolder(path)) {
                all = all.isEmpty() ? manager().list("") : all;
                for (LockView view : all) {
                    if (project.isFolderWith(path, view.resource())) {
                        covering.add(view.resource());
                    }
                }
            }
        }
        return covering;
    }

    private List<LockView> views(Set<String> resources) {
        List<LockView> views = new ArrayList<>();
        if (resources.size() < MANY) {
            for (String resource : resources) {
                views.add(manager().view(resource));
            }
            return views;
        }
        for (LockView view : manager().list("")) {
            if (resources.contains(view.resource())) {
                views.add(view);
            }
        }
        return views;
    }

    private List<Refusal> refusals(List<LockView> views) {
        List<Refusal> refusals = new ArrayList<>();
        for (LockView view : views) {
            List<LockView.Holder> others = new ArrayList<>();
            for (LockView.Holder judged : view.holders()) {
                if (judged.state().ended()) {
                    continue;
                }
                if (ownership.owns(manager(), view.resource(), judged.hold())) {
                    own.accept(judged.hold().owner().id());
                } else {
                    others.add(judged);
                }
            }
            ReceiveCheck.refusal(view, others).ifPresent(refusals::add);
        }
        return refusals;
    }

    private LockManager manager() {
        return context.readOnlyManager();
    }
}
