package dev.holdfast.cli.command;

import dev.holdfast.cli.Call;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.doctor.Examination;
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
    protected int run(Call call) {
        List<Finding> findings = new Examination(call).findings();
        if (call.options().json()) {
            call.answer(new JsonAnswer()
                    .with("findings", findings.stream().map(Finding::tree).toList()));
        } else {
            findings.forEach(finding -> call.out().println(finding.line()));
        }
        return findings.stream().anyMatch(Finding::isProblem) ? ExitCode.FOUND : ExitCode.DONE;
    }
}
