package dev.holdfast.cli.command;

import dev.holdfast.HoldfastException;
import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.internal.base.Text;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;

/** Names of the project and its locks for the completion. A server that does not answer in time has none. */
final class CompletionNames {
    private static final int MAX_LOCKS = 1_000;
    private static final long PATIENCE_SECONDS = 2;

    private final CommandContext context;

    CompletionNames(CommandContext context) {
        this.context = context;
    }

    /** Returns the declared resources, of families those with files, and those that are held. */
    Set<String> resources() {
        Set<String> names = new TreeSet<>(context.project().declaredResources());
        if (names.removeIf(name -> name.contains("{"))) {
            names.addAll(new ProjectMembers(context.project()).names());
        }
        names.removeIf(name -> !isTyped(name));
        names.addAll(held());
        return names;
    }

    Set<String> held() {
        return names(view -> Stream.of(view.resource()));
    }

    /** Returns the resources that this instance holds; all that are held if it cannot be told apart. */
    Set<String> own() {
        Optional<Owner> session = context.instance().session();
        Set<String> own = names(view -> owners(view)
                .filter(owner ->
                        session.isPresent() && owner.id().equals(session.get().id()))
                .map(owner -> view.resource()));
        return own.isEmpty() ? held() : own;
    }

    /** Returns the names of owners that hold something. */
    Set<String> owners() {
        return names(view -> owners(view).map(Owner::name));
    }

    List<String> operations() {
        return context.project().declaredOperations().stream()
                .filter(CompletionNames::isTyped)
                .toList();
    }

    private static Stream<Owner> owners(LockView view) {
        return view.holders().stream().map(judged -> judged.hold().owner());
    }

    /** Returns whether a name can be typed: one that shows otherwise than it is cannot. */
    private static boolean isTyped(String name) {
        return Text.firstHidden(name) < 0;
    }

    private Set<String> names(Function<LockView, Stream<String>> of) {
        Set<String> names = new TreeSet<>();
        for (LockView view : views()) {
            of.apply(view).filter(CompletionNames::isTyped).forEach(names::add);
        }
        return names;
    }

    private List<LockView> views() {
        if (context.storePath().isPresent()) {
            return lookedUp();
        }
        FutureTask<List<LockView>> look = new FutureTask<>(this::lookedUp);
        Thread thread = new Thread(look, "holdfast-completion");
        thread.setDaemon(true);
        thread.start();
        try {
            return look.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private List<LockView> lookedUp() {
        try {
            return context.readOnlyManager().admin().list(LockQuery.ALL.limit(MAX_LOCKS));
        } catch (HoldfastException e) {
            return List.of(); // the command itself reports it
        }
    }
}
