package dev.holdfast.cli.command;

import dev.holdfast.Hold;
import dev.holdfast.Receipt;
import dev.holdfast.cli.acquire.PartialFailures;
import dev.holdfast.cli.acquire.Receipts;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
    protected int run(CommandContext context) {
        PartialFailures setbacks = new PartialFailures(context);
        List<Map<String, @Nullable Object>> holds = new ArrayList<>();
        for (Receipt receipt : receipts.stream().map(Receipts::parse).toList()) {
            Optional<Hold> hold = Receipts.hold(context.manager(), receipt);
            if (hold.isEmpty()) {
                setbacks.lost(receipt.resource(), Receipts.missing(context.manager(), receipt));
            } else if (context.options().json()) {
                holds.add(LockJson.own(receipt.resource(), receipt, hold.get()));
            } else {
                context.out().println(hold.get().fence());
            }
        }
        if (context.options().json()) {
            context.answer(setbacks.addTo(new JsonAnswer().with("holds", holds)));
        }
        return setbacks.exitCode();
    }
}
