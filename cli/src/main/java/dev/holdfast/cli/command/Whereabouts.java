package dev.holdfast.cli.command;

import dev.holdfast.HoldfastException;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.cli.output.Dashboard;
import dev.holdfast.cli.output.Palette;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.project.Project;
import dev.holdfast.internal.base.Text;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The answer to the command alone: the project, the store, the instance, its locks, and what to do next. */
public final class Whereabouts {
    private static final int MAX_HOLDS = 12;

    private final CommandContext context;
    private final PrintStream out;
    private String example = "RESOURCE";

    private Whereabouts(CommandContext context) {
        this.context = context;
        this.out = context.out();
    }

    /** Prints it. It changes nothing and asks nothing. */
    public static int show(Environment environment) {
        try (CommandContext context =
                new CommandContext(environment, GlobalOptions.withoutQuestions(null, null), List.of())) {
            new Whereabouts(context).print();
        }
        return ExitCode.DONE;
    }

    private void print() {
        List<LockView> views = new ArrayList<>();
        Optional<Owner> session = context.instance().session();
        try {
            Project project = context.project();
            boolean configured = Files.exists(project.configurationFile());
            line("Project", project.root() + (configured ? ", with holdfast.yaml" : ", without a holdfast.yaml"));
            line("Store", context.storeAddress() + (context.isUntouched() ? ", which the first lock creates" : ""));
            line(
                    "You are",
                    session.map(Whereabouts::name).orElse("unnamed: acquire needs --owner NAME or HOLDFAST_OWNER"));
            views.addAll(context.readOnlyManager().list(""));
            example = ShellQuote.quoted(Text.shown(project.example(context.preset())));
            out.println();
            holds(views);
        } catch (HoldfastException | CommandFailure | IllegalArgumentException e) {
            line("Problem", Text.shownLines(String.valueOf(e.getMessage())));
        }
        out.println();
        next(views, session);
    }

    private static String name(Owner owner) {
        return Text.name(owner.name());
    }

    private void line(String what, String text) {
        out.println(String.format(Locale.ROOT, "%-8s %s", what, text));
    }

    private void holds(List<LockView> views) {
        Palette palette = Palette.of(context.options().color(), context.environment(), Terminal.OUTPUT);
        List<String> lines = new Dashboard(context.policies().otherwise(), palette).lines(views);
        lines.stream().limit(MAX_HOLDS).forEach(out::println);
        if (lines.size() > MAX_HOLDS) {
            out.println("… and more: holdfast status");
        }
    }

    private void next(List<LockView> views, Optional<Owner> session) {
        List<String> lines = new ArrayList<>();
        boolean unused = views.isEmpty() && !Files.exists(context.project().configurationFile());
        Optional<LockView> own =
                views.stream().filter(view -> isOwn(view, session)).findFirst();
        Optional<LockView> other = views.stream()
                .filter(view -> !view.free() && !isOwn(view, session))
                .findFirst();
        if (views.stream().anyMatch(view -> isAsked(view, session))) {
            lines.add(step("holdfast requests", "see who asks you for a lock, and answer"));
        }
        own.ifPresent(view -> lines.add(step("holdfast release " + word(view), "release it")));
        other.ifPresent(view -> {
            lines.add(step("holdfast acquire " + word(view) + " --wait 10m", "wait for it, and take it"));
            lines.add(step("holdfast acquire " + word(view) + " --override --note WHY", "take it over"));
        });
        if (own.isEmpty() && other.isEmpty()) {
            lines.add(step("holdfast acquire " + example, "take a lock that lasts"));
            lines.add(step("holdfast run " + example + " -- COMMAND", "hold it while a command runs"));
        } else {
            lines.add(step("holdfast top", "see the locks live"));
            lines.add(step("holdfast history", "see what happened"));
        }
        if (unused) {
            lines.add(step("holdfast init --preset book", "set up a project here"));
            lines.add(step("holdfast demo", "see examples at work"));
        }
        lines.add(step("holdfast --help", "all commands"));
        out.println("Next");
        lines.forEach(out::println);
    }

    private static boolean isOwn(LockView view, Optional<Owner> session) {
        return view.holders().stream()
                .anyMatch(judged -> session.isPresent()
                        && judged.hold().owner().id().equals(session.get().id()));
    }

    private static boolean isAsked(LockView view, Optional<Owner> session) {
        return view.requests().stream()
                .anyMatch(request -> session.isPresent()
                        && request.holder().id().equals(session.get().id()));
    }

    private static String word(LockView view) {
        return ShellQuote.quoted(Text.shown(view.resource()));
    }

    private static String step(String command, String does) {
        return String.format(Locale.ROOT, "  %-50s %s", command, does);
    }
}
