package dev.holdfast.cli.command;

import dev.holdfast.Refusal;
import dev.holdfast.cli.acquire.CommandText;
import dev.holdfast.cli.acquire.RequestText;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.hook.Hook;
import dev.holdfast.cli.hook.HookAnswer;
import dev.holdfast.cli.hook.HookOptions;
import dev.holdfast.cli.options.DurationConverter;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.terminal.Signals;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Answers an assistant that asks before it uses a tool. */
@Command(
        name = "hook",
        description = {
            "Reads an assistant's event as JSON from standard input; exit code 2 and why if the tool would write what another"
                    + " owner holds, else 0.",
            "holdfast hooks install sets it up."
        },
        footer = {"holdfast hook --take mapped <event.json", "holdfast hook --when-away closed <event.json"})
final class HookCommand extends HoldfastCommand {
    private static final Duration GRACE = Duration.ofMinutes(30);
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Option(
            names = "--take",
            paramLabel = "WHAT",
            description = "Take the lock before the first edit: mapped, what holdfast.yaml maps files to, or all.")
    private @Nullable String take;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long such a lock lasts after the last edit; the default is 30m.")
    private @Nullable Duration grace;

    @Option(
            names = "--when-away",
            paramLabel = "HOW",
            description = "If the store cannot be reached or the event is invalid: open lets the tool pass (default),"
                    + " closed refuses.")
    private @Nullable String away;

    @Option(
            names = "--limit",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "After this time the store counts as unreachable; the default is 20s.")
    private @Nullable Duration limit;

    @Override
    protected int run(CommandContext context) {
        boolean closed = closed(away);
        HookOptions order = new HookOptions(
                taking(take),
                grace == null ? GRACE : lasting(grace),
                limit == null ? LIMIT : positive("--limit", limit),
                closed);
        if (Terminal.INPUT.present()) {
            throw CommandFailure.usage("An assistant calls this with an event on standard input; to set that up:"
                    + " holdfast hooks install claude, or gemini.");
        }
        // A signal is an answer too: assistants end a hook that takes them too long.
        Signals signals = Signals.endingWith(closed ? ExitCode.REFUSED : ExitCode.DONE, context.environment());
        try {
            HookAnswer answer = new Hook(context, order).answer(late -> end(context, late));
            return tell(context, answer);
        } finally {
            signals.close();
        }
    }

    private static Duration lasting(Duration time) {
        Bounds.ttl(time);
        return time;
    }

    private static Duration positive(String option, Duration time) {
        if (time.isZero() || time.isNegative()) {
            throw CommandFailure.usage(option + " must be longer than zero, such as " + option + " 20s.");
        }
        return time;
    }

    /** Answers while the call itself is still waiting for the store. */
    private static void end(CommandContext context, HookAnswer late) {
        if (context.environment().alone()) {
            Runtime.getRuntime().halt(tell(context, late));
        }
    }

    /** Prints the reason. A failure to print does not change the decision. */
    private static int tell(CommandContext context, HookAnswer answer) {
        try {
            say(context, answer);
        } catch (RuntimeException | Error e) {
            context.say("holdfast: " + (answer.allowed() ? "Not judged." : "Refused: another owner holds it."));
        }
        return answer.allowed() ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private static void say(CommandContext context, HookAnswer answer) {
        if (answer.problem() != null) {
            context.say("holdfast: " + (answer.allowed() ? "Not judged: " : "Refused: ")
                    + Text.shownLines(answer.problem()));
        }
        for (Refusal refusal : answer.refusals()) {
            context.say("holdfast: " + refusal.sentenceForAssistant(ZoneId.systemDefault()));
        }
        if (!answer.refusals().isEmpty()) {
            context.say("holdfast: Nothing was written. Do not write it in another way: do something else first, or"
                    + " wait with: "
                    + CommandText.waiting(
                            context,
                            answer.refusals().stream().map(Refusal::resource).toList()));
        }
        List<String> mention = HookMention.lines(context, answer);
        mention.forEach(line -> context.say("holdfast: " + line));
        if (context.options().json()) {
            context.answer(json(answer));
        } else if (answer.allowed() && !mention.isEmpty()) {
            context.answer(HookMention.passedOn(mention));
        }
    }

    private static JsonAnswer json(HookAnswer answer) {
        List<Map<String, @Nullable Object>> refusals = new ArrayList<>();
        for (Refusal refusal : answer.refusals()) {
            refusals.add(LockJson.refusal(refusal));
        }
        return new JsonAnswer()
                .with("allowed", answer.allowed())
                .with("refusals", refusals)
                .with("taken", answer.taken())
                .with("released", answer.released())
                .with("problem", answer.problem())
                .with(
                        "requests",
                        answer.requests().stream().map(RequestText::json).toList());
    }

    static HookOptions.Take taking(@Nullable String text) {
        if (text == null || text.equals("nothing")) {
            return HookOptions.Take.NOTHING;
        }
        return switch (text) {
            case "mapped" -> HookOptions.Take.MAPPED;
            case "all" -> HookOptions.Take.ALL;
            default -> throw CommandFailure.usage("--take is mapped, all or nothing, not '" + text + "'.");
        };
    }

    static boolean closed(@Nullable String text) {
        if (text == null || text.equals("open")) {
            return false;
        }
        if (text.equals("closed")) {
            return true;
        }
        throw CommandFailure.usage("--when-away is open or closed, not '" + text + "'.");
    }
}
