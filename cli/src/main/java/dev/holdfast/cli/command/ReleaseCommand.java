package dev.holdfast.cli.command;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.cli.acquire.LostHolds;
import dev.holdfast.cli.acquire.PartialFailures;
import dev.holdfast.cli.acquire.Receipts;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.git.Git;
import dev.holdfast.cli.git.PushedRef;
import dev.holdfast.cli.git.RememberedPushes;
import dev.holdfast.internal.views.JsonAnswer;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Releases locks of the instance, by name or by receipt. */
@Command(
        name = "release",
        description = {
            "Releases locks by name, by receipt, or all of this instance. Harmless when repeated.",
            "Exit code 76 if the lock was lost before, 77 if another holds what is named."
        },
        footer = {"holdfast release Chapter_03", "holdfast release --receipt \"$receipt\"", "holdfast release --all"})
final class ReleaseCommand extends HoldfastCommand {
    @Parameters(
            paramLabel = "RESOURCE",
            arity = "0..*",
            description = "What to release: a name, or a file of the project.")
    private List<String> resources = List.of();

    @Option(names = "--receipt", paramLabel = "RECEIPT", description = "What acquire printed; may repeat.")
    private List<String> receipts = List.of();

    @Option(names = "--all", description = "Everything that this instance holds.")
    private boolean all;

    @Option(
            names = "--pushed",
            description =
                    "What guard --remember noted of a push; reads the standard input of a reference-transaction hook.")
    private boolean pushed;

    @Override
    protected int run(CommandContext context) {
        if (pushed) {
            return releasePushed(context);
        }
        if (resources.isEmpty() && receipts.isEmpty() && !all) {
            throw CommandFailure.usage("Nothing is named. Name a resource, --receipt RECEIPT, or --all.");
        }
        List<Receipt> parsed = receipts.stream().map(Receipts::parse).toList();
        PartialFailures setbacks = new PartialFailures(context);
        List<String> released = new ArrayList<>();
        for (Receipt receipt : parsed) {
            if (context.manager().holds().release(receipt)) {
                released.add(receipt.resource());
            } else {
                context.manager()
                        .holds()
                        .loss(receipt)
                        .ifPresent(loss -> setbacks.lost(receipt.resource(), loss.sentence()));
            }
        }
        if (all || !resources.isEmpty()) {
            Owner owner = context.instance().sessionOwner();
            for (String name :
                    all ? held(context.manager(), owner) : context.project().resources(resources)) {
                if (context.manager().holds().release(name, owner.id())) {
                    released.add(name);
                } else {
                    notReleased(context, owner, name, setbacks);
                }
            }
        }
        if (context.options().json()) {
            context.answer(setbacks.addTo(
                    new JsonAnswer().with("released", released.size()).with("resources", released)));
        }
        return setbacks.exitCode();
    }

    /** Says nothing of what is not held: files may be pushed without a lock too. */
    private static int releasePushed(CommandContext context) {
        List<String> commits = PushedRef.arrived(context.environment().in());
        Git git = new Git(context.environment().folder());
        Optional<Owner> owner = context.instance().session();
        List<String> released = new ArrayList<>();
        for (String resource : new RememberedPushes(git).take(commits)) {
            if (owner.isPresent()
                    && context.manager().holds().release(resource, owner.get().id())) {
                released.add(resource);
                context.say("holdfast: " + resource + " is pushed, and released.");
            }
        }
        if (context.options().json()) {
            context.answer(new PartialFailures(context)
                    .addTo(new JsonAnswer().with("released", released.size()).with("resources", released)));
        }
        return ExitCode.DONE;
    }

    private static void notReleased(CommandContext context, Owner owner, String name, PartialFailures setbacks) {
        LockView view = context.manager().view(name);
        Optional<Loss> loss = LostHolds.of(context.manager(), name, owner);
        if (loss.isPresent()) {
            setbacks.lost(
                    name, loss.get().sentence() + (view.free() ? "" : " " + view.sentence(ZoneId.systemDefault())));
        } else if (!view.free()) {
            setbacks.notYours(
                    view,
                    owner.name() + " does not hold " + name + ". " + view.sentence(ZoneId.systemDefault())
                            + " If you acquired it in another session, release it with --receipt or with its --owner.");
        }
    }

    private static List<String> held(LockManager manager, Owner owner) {
        return manager.holds().listByOwner(owner.id()).stream()
                .map(LockView::resource)
                .toList();
    }
}
