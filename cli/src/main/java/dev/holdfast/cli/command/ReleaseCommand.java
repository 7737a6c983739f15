package dev.holdfast.cli.command;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.acquire.Receipts;
import dev.holdfast.cli.acquire.Setbacks;
import dev.holdfast.cli.git.Git;
import dev.holdfast.cli.git.PushedRef;
import dev.holdfast.cli.git.RememberedPushes;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.rules.Owner;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Gives back what the instance holds, by name or by receipt. */
@Command(
        name = "release",
        description = {
            "Gives locks back, by name, by receipt, or all of this instance. Harmless when repeated.",
            "Exit code 76 if a receipt's lock was lost before, 77 if another holds what is named."
        },
        footer = {"holdfast release Chapter_03", "holdfast release --receipt \"$receipt\"", "holdfast release --all"})
final class ReleaseCommand extends HoldfastCommand {
    @Parameters(
            paramLabel = "RESOURCE",
            arity = "0..*",
            description = "What to give back, by name or by a file of the project.")
    private List<String> resources = List.of();

    @Option(names = "--receipt", paramLabel = "RECEIPT", description = "What acquire printed; may repeat.")
    private List<String> receipts = List.of();

    @Option(names = "--all", description = "Everything that this instance holds.")
    private boolean all;

    @Option(
            names = "--pushed",
            description = "What guard --remember noted of a push; reads what git tells a reference-transaction hook.")
    private boolean pushed;

    @Override
    protected int run(Call call) {
        if (pushed) {
            return releasePushed(call);
        }
        if (resources.isEmpty() && receipts.isEmpty() && !all) {
            throw CommandFailure.usage("Say what to give back: a resource, --receipt RECEIPT, or --all.");
        }
        List<Receipt> parsed = receipts.stream().map(Receipts::parse).toList();
        Setbacks setbacks = new Setbacks(call);
        List<String> released = new ArrayList<>();
        for (Receipt receipt : parsed) {
            if (call.manager().release(receipt)) {
                released.add(receipt.resource());
            } else {
                call.manager().loss(receipt).ifPresent(loss -> setbacks.lost(receipt.resource(), loss.sentence()));
            }
        }
        if (all || !resources.isEmpty()) {
            Owner owner = call.instance().lasting();
            for (String name :
                    all ? held(call.manager(), owner) : call.project().resources(resources)) {
                if (call.manager().release(name, owner.id())) {
                    released.add(name);
                } else {
                    notReleased(call, owner, name, setbacks);
                }
            }
        }
        if (call.options().json()) {
            call.answer(setbacks.addTo(
                    new JsonAnswer().with("released", released.size()).with("resources", released)));
        }
        return setbacks.exitCode();
    }

    /** Says nothing of what is not held: files may be pushed without a lock too. */
    private static int releasePushed(Call call) {
        List<String> commits = PushedRef.arrived(call.surroundings().in());
        Git git = new Git(call.surroundings().folder());
        Optional<Owner> owner = call.instance().session();
        List<String> released = new ArrayList<>();
        for (String resource : new RememberedPushes(git).take(commits)) {
            if (owner.isPresent()
                    && call.manager().release(resource, owner.get().id())) {
                released.add(resource);
                call.err().println("holdfast: " + resource + " is pushed, and given back.");
            }
        }
        if (call.options().json()) {
            call.answer(new Setbacks(call)
                    .addTo(new JsonAnswer().with("released", released.size()).with("resources", released)));
        }
        return ExitCode.DONE;
    }

    private static void notReleased(Call call, Owner owner, String name, Setbacks setbacks) {
        LockView view = call.manager().look(name);
        if (!view.free()) {
            setbacks.notYours(
                    view,
                    owner.name() + " does not hold " + name + "; " + view.sentence(ZoneId.systemDefault())
                            + " If you took it in another session, give it back by --receipt or with its --owner.");
        }
    }

    private static List<String> held(LockManager manager, Owner owner) {
        return manager.listOf(owner.id()).stream().map(LockView::resource).toList();
    }
}
