package dev.holdfast.cli.command;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.doctor.Diagnosis;
import dev.holdfast.cli.doctor.Finding;
import dev.holdfast.internal.views.JsonAnswer;
import java.util.List;
import picocli.CommandLine.Command;

/** Checks everything that locks depend on, and reports problems. */
@Command(
        name = "doctor",
        description = {
            "Checks everything that locks here depend on, and says what is wrong and how to fix it.",
            "It changes nothing. The exit code is 1 if there is a problem."
        },
        footer = {"holdfast doctor", "holdfast doctor --store sqlite:locks.db --json"})
final class DoctorCommand extends HoldfastCommand {
    @Override
    protected int run(CommandContext context) {
        List<Finding> findings = new Diagnosis(context).findings();
        if (context.options().json()) {
            context.answer(new JsonAnswer()
                    .with("findings", findings.stream().map(Finding::tree).toList()));
        } else {
            findings.forEach(finding -> context.out().println(finding.line()));
        }
        return findings.stream().anyMatch(Finding::isProblem) ? ExitCode.FOUND : ExitCode.DONE;
    }
}
