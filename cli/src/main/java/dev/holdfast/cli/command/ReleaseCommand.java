package dev.holdfast.cli.command;

import dev.holdfast.Receipt;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.rules.Owner;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Gives back what the instance holds, by name or by receipt. */
@Command(
        name = "release",
        description = "Gives locks back, by name, by receipt, or all of this instance.",
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
        for (String receipt : receipts) {
            call.manager().release(Receipt.parse(receipt));
        }
        boolean yours = true;
        if (all || !resources.isEmpty()) {
            Owner owner = call.instance().lasting();
            List<String> names = all
                    ? call.manager().listOf(owner.id()).stream()
                            .map(view -> view.resource())
                            .toList()
                    : call.project().resources(resources);
            for (String name : names) {
                if (!call.manager().release(name, owner.id())) {
                    call.err().println("holdfast: " + owner.name() + " does not hold " + name + ".");
                    yours = false;
                }
            }
        }
        return yours ? ExitCode.DONE : ExitCode.NOT_PERMITTED;
    }
}
