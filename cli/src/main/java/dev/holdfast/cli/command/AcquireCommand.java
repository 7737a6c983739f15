package dev.holdfast.cli.command;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.options.AcquireOptions;
import dev.holdfast.cli.options.OperationOptions;
import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.ProcessId;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes locks that outlive this process, for the instance that it belongs to. */
@Command(
        name = "acquire",
        description = "Takes locks, all or none, and prints a receipt for each.",
        footer = {
            "holdfast acquire Chapter_03 --note 'second draft'",
            "holdfast acquire Chapter_03 StyleSystem --wait 2m",
            "holdfast acquire job-17 --owner nightly --pid 4242"
        })
final class AcquireCommand extends HoldfastCommand {
    @Parameters(
            paramLabel = "RESOURCE",
            arity = "0..*",
            description = "What to lock, by name or by a file of the project.")
    private List<String> resources = List.of();

    @Mixin
    private OperationOptions operation = new OperationOptions();

    @Mixin
    private AcquireOptions how = new AcquireOptions();

    @Option(names = "--pid", paramLabel = "N", description = "The process whose end gives the locks back.")
    private @Nullable Long pid;

    @Override
    protected int run(Call call) throws InterruptedException {
        List<String> wanted = operation.resources(call.project(), resources);
        if (wanted.isEmpty()) {
            call.err().println("holdfast: Nothing to lock: the operation only reads.");
            return ExitCode.DONE;
        }
        Owner owner = call.instance().lasting();
        List<ProcessId> bound =
                pid == null ? List.of() : List.of(ProcessTable.system().of(pid));
        call.manager().sweep(); // what nobody asks for again would stay in the registry for ever
        Acquisition answer = call.manager().tryAcquire(how.request(wanted).owner(owner.bound(bound)));
        LockHandle handle = answer.handle().orElse(null);
        if (handle == null) {
            for (Refusal refusal : answer.refusals()) {
                call.err().println("holdfast: " + refusal.sentence(ZoneId.systemDefault()));
            }
            return how.busyCode();
        }
        for (Receipt receipt : handle.detachTo(bound)) {
            call.out().println(receipt.text());
        }
        return ExitCode.DONE;
    }
}
