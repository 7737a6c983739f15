package dev.holdfast.cli.command;

import dev.holdfast.HandOverRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.cli.acquire.CommandText;
import dev.holdfast.cli.acquire.RefusalOutput;
import dev.holdfast.cli.acquire.RequestText;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.AcquireOptions;
import dev.holdfast.cli.options.OperationOptions;
import dev.holdfast.cli.run.ChildStart;
import dev.holdfast.cli.run.ChildSupervisor;
import dev.holdfast.cli.run.HeldLocks;
import dev.holdfast.cli.run.RunAcquire;
import dev.holdfast.cli.run.WorkingProgram;
import dev.holdfast.cli.terminal.Signals;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Holds locks while a command runs. */
@Command(
        name = "run",
        description = {
            "Holds locks while a command runs, and releases them however it ends.",
            "The command finds HOLDFAST_RESOURCE, HOLDFAST_FENCE and HOLDFAST_RECEIPT in its",
            "environment, one a line if there are several, all in the same order. The exit",
            "code is its own; 76 if a lock was lost, and then the command was stopped."
        },
        customSynopsis = "holdfast run RESOURCE... [OPTIONS] -- COMMAND [ARGUMENT...]",
        footer = {
            "holdfast run Chapter_03 -- vim Manuscript/Chapters/Chapter_03.md",
            "holdfast run --operation change-by-chg --chapter 5 -- ./apply-changes.sh",
            "holdfast run nightly --wait 10m --note 'nightly export' -- ./export.sh"
        })
final class RunCommand extends HoldfastCommand {
    private static final String DELIMITER = "--";

    @Parameters(
            paramLabel = "RESOURCE",
            arity = "0..*",
            description = "What to lock, by name or by a file of the project; then -- and the command.")
    private List<String> words = List.of();

    @Mixin
    private OperationOptions operation = new OperationOptions();

    @Mixin
    private AcquireOptions how = new AcquireOptions();

    @Override
    protected int run(CommandContext context) throws InterruptedException {
        how.check();
        List<String> command = command(context.arguments());
        WorkingProgram.of(command);
        List<String> resources = operation.resources(context.project(), named(command));
        context.storeAddress(); // a question whether the project is trusted can still be ended with Ctrl-C
        try (Signals signals = Signals.interruptingThisThread();
                ChildStart start = ChildStart.of(command, context.environment())) {
            HeldLocks held;
            try {
                held = new RunAcquire(context, how, signals).take(resources, start.processes());
            } catch (LockUnavailableException e) {
                new RefusalOutput(context, how, "run")
                        .print(e.refusals(), context.instance().session().orElse(null));
                return how.busyCode();
            } catch (InterruptedException e) {
                throw signals.cancelled();
            }
            try (held) {
                ChildSupervisor watch = new ChildSupervisor(held, context.err());
                signals.react(watch::signal);
                held.onRequest(request -> context.say("holdfast: " + asked(context, request)));
                Thread.interrupted(); // by a signal that came when it was granted already
                if (signals.received().isPresent()) {
                    throw signals.cancelled();
                }
                context.warn(); // before the command writes to the same terminal
                return watch.over(start.begin(held), signals);
            }
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE,
                    "The command could not be started: " + e.getMessage() + "; check that TMPDIR can be written.");
        }
    }

    /** Returns a line that says who asks, and how to answer: from elsewhere, as the terminal is the command's. */
    private static String asked(CommandContext context, HandOverRequest request) {
        return RequestText.forPerson(Instant.now()).toHolder(request) + " To answer, in another terminal: "
                + CommandText.answering(context, request) + " (or no; or now, which stops this command)";
    }

    /** Returns the words after the delimiter. */
    private static List<String> command(List<String> all) {
        int at = all.indexOf(DELIMITER);
        if (at < 0 || at + 1 == all.size()) {
            throw CommandFailure.usage(
                    "Write the command behind two dashes: holdfast run RESOURCE... -- COMMAND [ARGUMENT...].");
        }
        return List.copyOf(all.subList(at + 1, all.size()));
    }

    /** Returns the words before the delimiter. */
    private List<String> named(List<String> command) {
        return words.subList(0, words.size() - command.size());
    }
}
