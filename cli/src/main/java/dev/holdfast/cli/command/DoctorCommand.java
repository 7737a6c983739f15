package dev.holdfast.cli.command;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.doctor.Diagnosis;
import dev.holdfast.cli.doctor.Finding;
import dev.holdfast.json.JsonAnswer;
import java.util.List;
import picocli.CommandLine.Command;

/** Looks at everything a lock hangs on and says what is wrong with it. */
@Command(
        name = "doctor",
        description = {
            "Looks at everything that locks here hang on, and says what is wrong and what to do about it.",
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
