package dev.holdfast.cli.command;

import dev.holdfast.LockView;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.acquire.Answers;
import dev.holdfast.rules.Outcome;
import dev.holdfast.store.Json;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says who has one resource. */
@Command(
        name = "who",
        description = "Says who has a resource, since when, until when and why; exit code 1 if nobody.",
        footer = {"holdfast who Chapter_03", "holdfast who Chapter_03 >/dev/null || echo free"})
final class WhoCommand extends HoldfastCommand {
    @Parameters(paramLabel = "RESOURCE", description = "Which one, by name or by a file of the project.")
    private String resource = "";

    @Override
    protected int run(Call call) {
        LockView view = call.manager().look(call.project().resource(resource));
        call.out().println(call.options().json() ? json(view) : view.sentence(ZoneId.systemDefault()));
        return view.free() ? ExitCode.FREE : ExitCode.DONE;
    }

    private static String json(LockView view) {
        List<Outcome.Judged> counting = view.holds().stream()
                .filter(judged -> !judged.verdict().ended())
                .toList();
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("resource", view.resource());
        answer.put("free", view.free());
        answer.put("holders", Answers.holders(counting));
        answer.put("waiting", view.queue().size());
        return Json.write(answer);
    }
}
