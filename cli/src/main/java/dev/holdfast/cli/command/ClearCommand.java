package dev.holdfast.cli.command;

import dev.holdfast.LockView;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.output.Dashboard;
import dev.holdfast.cli.output.Palette;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Clears all locks, for those that crashed instances left behind. */
@Command(
        name = "clear",
        description = "Clears ALL locks, including active ones of others, after a confirmation.",
        footer = {"holdfast clear", "holdfast clear --stale", "holdfast clear --yes"})
final class ClearCommand extends HoldfastCommand {
    private static final List<String> YES = List.of("yes", "y");

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(
            names = "--stale",
            description = "Clear only what looks left over: stale locks, and those whose time or process has ended.")
    private boolean stale;

    @Override
    protected int run(CommandContext context) throws IOException {
        List<LockView> all = context.manager().list("");
        List<LockView> views = stale ? StaleLocks.of(all) : all;
        if (views.stream().allMatch(view -> view.holders().isEmpty())) {
            return answer(context, "There are no " + kind() + "locks to clear.", true, List.of());
        }
        boolean asking = !yes;
        if (asking && (context.options().noInput() || !Terminal.INPUT.present())) {
            throw CommandFailure.usage(
                    "Clearing locks needs a confirmation, and there is no terminal to ask at. If you are sure: holdfast clear --yes"
                            + (stale ? " --stale" : ""));
        }
        // For programs standard output is kept free for the answer.
        show(context, views, context.options().json() ? context.err() : context.out());
        if (asking && !confirmed(context)) {
            answer(context, "Cancelled. Locks unchanged.", false, List.of());
            return ExitCode.CANCELLED;
        }
        String actor = context.instance()
                .session()
                .orElseGet(context.instance()::processOwner)
                .name();
        if (stale) {
            int ended = StaleLocks.end(context.manager(), views, actor);
            return answer(context, "✓ Stale locks cleared: " + ended + ".", true, views);
        }
        context.manager().admin().clear(actor);
        context.sweep(); // no other program may forget why earlier locks ended
        return answer(context, "✓ All locks cleared.", true, views);
    }

    private String kind() {
        return stale ? "stale " : "";
    }

    private static int answer(CommandContext context, String sentence, boolean cleared, List<LockView> ended) {
        if (context.options().json()) {
            context.answer(new JsonAnswer()
                    .with("cleared", cleared)
                    .with("ended", ended.stream().flatMap(ClearCommand::holds).toList()));
        } else {
            context.out().println(sentence);
        }
        return ExitCode.DONE;
    }

    private static Stream<Map<String, @Nullable Object>> holds(LockView view) {
        return view.holders().stream().map(judged -> LockJson.hold(view.resource(), judged.hold()));
    }

    private void show(CommandContext context, List<LockView> views, PrintStream to) {
        Palette palette = Palette.of(context.options().color(), context.environment(), Terminal.OUTPUT);
        to.println(palette.heading(stale ? "Stale locks:" : "Current locks:"));
        new Dashboard(context.policies().otherwise(), palette).holds(views).forEach(to::println);
        to.println();
        to.println("This will clear " + (stale ? "these stale locks" : "ALL locks, including active ones,") + " of "
                + context.storeAddress() + ".");
        to.flush();
    }

    private boolean confirmed(CommandContext context) throws IOException {
        Palette palette = Palette.of(context.options().color(), context.environment(), Terminal.MESSAGES);
        context.err().println();
        if (!stale) {
            context.say(
                    "⚠️ " + palette.warning("WARNING:") + " Every holder loses its lock, including other instances.");
            context.say("Continue only if you are sure that no other instance is working.");
            context.err().println();
        }
        context.err().print("Clear " + (stale ? "these stale" : "all") + " locks? (yes/no): ");
        context.err().flush();
        String answer = new BufferedReader(
                        new InputStreamReader(context.environment().in(), Charset.defaultCharset()))
                .readLine();
        return answer != null && YES.contains(answer.strip().toLowerCase(Locale.ROOT));
    }
}
