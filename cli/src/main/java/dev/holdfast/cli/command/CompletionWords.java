package dev.holdfast.cli.command;

import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.Preset;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.command.Commands.CommandEntry;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.demo.Demo;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.internal.views.LockJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The words that may stand where the user has pressed Tab. The first line of the answer says what the shell adds: {@code words}
 * nothing, {@code files} and {@code folders} those, {@code command} everything that fits the command behind the dashes. Each
 * further line is a word and its description, separated by a tab.
 */
final class CompletionWords {
    private static final Set<String> TAKE_RESOURCES =
            Set.of("acquire", "run", "wait", "request", "who", "status", "history", "force-release", "watch", "top");
    private static final Set<String> PATH_LABELS = Set.of("FILE", "PATH", "ADDRESS", "FILE|FOLDER");
    private static final String DASHES = "--";

    private final List<String> before;
    private final String current;
    private final CompletionNames names;
    private final List<String> lines = new ArrayList<>(List.of("words"));

    private CompletionWords(List<String> typed, CompletionNames names) {
        this.before = typed.subList(0, typed.size() - 1);
        this.current = typed.get(typed.size() - 1);
        this.names = names;
    }

    /** Returns the lines for what was typed after {@code holdfast}; the last word is the one to be completed. */
    static List<String> of(Environment environment, List<String> typed) {
        GlobalOptions options = GlobalOptions.withoutQuestions(value("--store", typed), value("--owner", typed));
        try (CommandContext context = new CommandContext(environment, options, List.of())) {
            CompletionWords words = new CompletionWords(typed, new CompletionNames(context));
            words.complete();
            return words.lines;
        }
    }

    private static @Nullable String value(String option, List<String> typed) {
        for (int i = 0; i + 1 < typed.size(); i++) {
            if (typed.get(i).equals(option) && i + 2 < typed.size()) {
                return typed.get(i + 1);
            } else if (typed.get(i).startsWith(option + "=")) {
                return typed.get(i).substring(option.length() + 1);
            }
        }
        return null;
    }

    private void complete() {
        int at = 0;
        while (at < before.size() && before.get(at).startsWith("-")) {
            at += Set.of("--store", "--owner", "--color").contains(before.get(at)) ? 2 : 1;
        }
        if (at >= before.size()) {
            outside(at > before.size());
            return;
        }
        String command = before.get(at);
        List<String> own = before.subList(at + 1, before.size());
        HoldfastCommand found = Commands.named(command);
        if (command.equals("help") || found == null) {
            commands();
        } else if (command.equals("run") && own.contains(DASHES)) {
            lines.set(0, "command");
        } else {
            inside(command, own, new CommandLine(found).getCommandSpec());
        }
    }

    /** Completes where no command stands yet. */
    private void outside(boolean value) {
        CommandSpec general = new CommandLine(new StatusCommand()).getCommandSpec();
        OptionSpec option = value ? general.findOption(before.get(before.size() - 1)) : null;
        if (option != null) {
            values(option, "");
        } else if (current.startsWith("-")) {
            general.options().stream().filter(CommandHelp::isGeneral).forEach(this::name);
        } else {
            commands();
            add("help", "explain a command");
        }
    }

    private void commands() {
        for (CommandEntry entry : Commands.all()) {
            add(entry.name(), entry.summary());
        }
    }

    private void inside(String command, List<String> own, CommandSpec spec) {
        OptionSpec last = own.isEmpty() ? null : spec.findOption(own.get(own.size() - 1));
        int equals = current.indexOf('=');
        OptionSpec assigned =
                current.startsWith(DASHES) && equals > 0 ? spec.findOption(current.substring(0, equals)) : null;
        if (last != null && last.arity().max() > 0 && !own.contains(DASHES)) {
            values(last, "");
        } else if (assigned != null) {
            values(assigned, current.substring(0, equals + 1));
        } else if (current.startsWith("-")) {
            spec.options().forEach(this::name);
        } else {
            arguments(command, own);
        }
    }

    private void name(OptionSpec option) {
        String[] description = option.description();
        for (String name : option.names()) {
            add(name, description.length == 0 ? "" : description[0]);
        }
    }

    private void values(OptionSpec option, String prefix) {
        if (option.paramLabel().equals("FOLDER")) {
            lines.set(0, "folders");
        } else if (PATH_LABELS.contains(option.paramLabel())) {
            lines.set(0, "files");
        }
        for (String value : values(option.longestName())) {
            add(prefix + value, "");
        }
    }

    private Collection<String> values(String option) {
        return switch (option) {
            case "--owner", "--by" -> names.owners();
            case "--operation" -> names.operations();
            case "--with" -> names.resources();
            case "--preset" -> Arrays.stream(Preset.values()).map(Preset::label).toList();
            case "--mode" -> List.of("exclusive", "shared");
            case "--color" -> List.of("always", "auto", "never");
            case "--kind" ->
                Arrays.stream(EventKind.values()).map(LockJson::label).toList();
            case "--take" -> List.of("mapped", "all", "nothing");
            case "--when-away" -> List.of("open", "closed");
            case "--role" -> List.of("reader", "editor", "admin");
            case "--only" -> List.of("look", "take", "keep", "release", "force");
            case "--format" -> List.of("text", "json", "sarif");
            case "--log" -> List.of("text", "json");
            default -> List.of();
        };
    }

    private void arguments(String command, List<String> own) {
        if (TAKE_RESOURCES.contains(command)) {
            lines.set(0, command.equals("watch") || command.equals("top") ? "words" : "files");
            addAll(names.resources());
            return;
        }
        switch (command) {
            case "release", "renew" -> addAll(names.own());
            case "answer" -> addAll(own.isEmpty() ? names.own() : own.size() == 1 ? AnswerCommand.VERBS : List.of());
            case "git" -> addAll(List.of("receive"));
            case "guard" -> lines.set(0, "files");
            case "trust", "audit" -> lines.set(0, "folders");
            case "hooks" -> addAll(own.isEmpty() ? List.of("install", "remove") : List.of("claude", "gemini", "git"));
            case "token" ->
                addAll(own.isEmpty() ? List.of("create", "list", "rotate", "revoke", "use", "forget") : List.of());
            case "audit-log" -> auditLog(own);
            case "demo" -> Demo.ALL.forEach(demo -> add(demo.name(), demo.summary()));
            case "completion" -> addAll(List.of("bash", "zsh", "fish"));
            default -> {}
        }
    }

    private void auditLog(List<String> own) {
        if (own.isEmpty()) {
            add("verify", "");
        } else {
            lines.set(0, "files");
        }
    }

    private void addAll(Collection<String> words) {
        words.forEach(word -> add(word, ""));
    }

    private void add(String word, String description) {
        if (word.startsWith(current)) {
            lines.add(word + "\t" + description);
        }
    }
}
