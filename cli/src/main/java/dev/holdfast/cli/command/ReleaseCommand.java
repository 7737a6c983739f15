package dev.holdfast.cli.command;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Loss;
import dev.holdfast.Receipt;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.acquire.Receipts;
import dev.holdfast.rules.Owner;
import java.time.ZoneId;
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

    @Override
    protected int run(Call call) {
        if (resources.isEmpty() && receipts.isEmpty() && !all) {
            throw CommandFailure.usage("Say what to give back: a resource, --receipt RECEIPT, or --all.");
        }
        List<Receipt> parsed = receipts.stream().map(Receipts::parse).toList();
        int code = ExitCode.DONE;
        for (Receipt receipt : parsed) {
            code = worse(code, byReceipt(call, receipt));
        }
        if (all || !resources.isEmpty()) {
            Owner owner = call.instance().lasting();
            for (String name :
                    all ? held(call.manager(), owner) : call.project().resources(resources)) {
                code = worse(code, byName(call, owner, name));
            }
        }
        return code;
    }

    private static int worse(int code, int other) {
        return Math.max(code, other);
    }

    private static int byReceipt(Call call, Receipt receipt) {
        if (call.manager().release(receipt)) {
            return ExitCode.DONE;
        }
        Optional<Loss> loss = call.manager().loss(receipt);
        loss.ifPresent(lost -> call.err().println("holdfast: " + lost.sentence()));
        return loss.isPresent() ? ExitCode.LOST : ExitCode.DONE;
    }

    private static int byName(Call call, Owner owner, String name) {
        if (call.manager().release(name, owner.id())) {
            return ExitCode.DONE;
        }
        LockView view = call.manager().look(name);
        if (view.free()) {
            return ExitCode.DONE;
        }
        call.err()
                .println("holdfast: " + owner.name() + " does not hold " + name + "; "
                        + view.sentence(ZoneId.systemDefault())
                        + " If you took it in another session, give it back by --receipt or with its --owner.");
        return ExitCode.NOT_PERMITTED;
    }

    private static List<String> held(LockManager manager, Owner owner) {
        return manager.listOf(owner.id()).stream().map(LockView::resource).toList();
    }
}
