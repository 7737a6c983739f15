package dev.holdfast.cli.command;

import dev.holdfast.LockView;
import dev.holdfast.Refusal;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.acquire.Answers;
import dev.holdfast.cli.owner.Own;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.json.LockJson;
import dev.holdfast.rules.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says whether files may be written, for hooks and scripts. */
@Command(
        name = "guard",
        description =
                "Exit code 0 if nobody else holds a resource that covers one of these files, else 2 with who does.",
        footer = {"holdfast guard Manuscript/Chapters/Chapter_03.md", "git diff --name-only | xargs holdfast guard"})
final class GuardCommand extends HoldfastCommand {
    @Parameters(paramLabel = "PATH", arity = "1..*", description = "A file that is about to be written, or a resource.")
    private List<String> paths = List.of();

    @Override
    protected int run(Call call) {
        Set<String> resources = new LinkedHashSet<>();
        paths.forEach(path -> resources.addAll(call.project().covering(path)));
        Own own = Own.of(call.surroundings(), call.instance());
        List<Refusal> refusals = new ArrayList<>();
        for (String resource : resources) {
            LockView view = call.lookout().look(resource);
            List<Outcome.Judged> others = LockJson.counting(view).stream()
                    .filter(judged -> !own.has(call.lookout(), resource, judged.hold()))
                    .toList();
            if (!others.isEmpty()) {
                refusals.add(new Refusal(
                        resource,
                        Outcome.Reason.HELD,
                        others,
                        others.get(0).hold().until(),
                        view.asOf()));
            }
        }
        Answers.say(call, refusals);
        if (call.options().json()) {
            call.answer(new JsonAnswer()
                    .with("allowed", refusals.isEmpty())
                    .with("refusals", refusals.stream().map(LockJson::refusal).toList()));
        }
        return refusals.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
    }
}
