package dev.holdfast.cli.command;

import dev.holdfast.Receipt;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.acquire.Answers;
import dev.holdfast.cli.acquire.Receipts;
import dev.holdfast.rules.Hold;
import dev.holdfast.store.Json;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says whether receipts still stand for holds. */
@Command(
        name = "verify",
        description = "Prints the fence of each receipt's lock if it is still held; exit code 76 if one is not.",
        footer = {"holdfast verify --receipt \"$receipt\""})
final class VerifyCommand extends HoldfastCommand {
    @Option(
            names = "--receipt",
            required = true,
            paramLabel = "RECEIPT",
            description = "What acquire printed; may repeat.")
    private List<String> receipts = List.of();

    @Override
    protected int run(Call call) {
        boolean all = true;
        for (String text : receipts) {
            Receipt receipt = Receipts.parse(text);
            Optional<Hold> hold = Receipts.hold(call.manager(), receipt);
            if (hold.isPresent()) {
                call.out()
                        .println(
                                call.options().json()
                                        ? Json.write(Answers.hold(receipt, hold.get()))
                                        : Long.toString(hold.get().fence()));
            } else {
                all = false;
                call.err().println("holdfast: " + Receipts.missing(call.manager(), receipt));
            }
        }
        return all ? ExitCode.DONE : ExitCode.LOST;
    }
}
