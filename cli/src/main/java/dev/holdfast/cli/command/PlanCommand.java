package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.plan.Codebase;
import dev.holdfast.cli.plan.PlanAnswers;
import dev.holdfast.cli.plan.PlanFiles;
import dev.holdfast.cli.plan.PlanQuestion;
import dev.holdfast.cli.plan.PlanText;
import dev.holdfast.cli.project.AnswersFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Asks what something needs, and writes how to lock it. */
@Command(
        name = "plan",
        description = {
            "Asks a few questions, or takes the answers from a file or a folder of sources, and says whether and how to lock:",
            "type, storage, time limits, groups, and how no code can forget it. The plan is Markdown, with configuration and tables",
            "that can be used as they are."
        },
        footer = {
            "holdfast plan",
            "holdfast plan --answers answers.yaml --out locking",
            "holdfast plan --from . --no-input"
        })
final class PlanCommand extends HoldfastCommand {
    @Option(
            names = "--answers",
            paramLabel = "FILE",
            description = "YAML with answers; the defaults apply for missing ones.")
    private @Nullable Path answersFile;

    @Option(names = "--from", paramLabel = "FOLDER", description = "Sources to read answers from, before asking.")
    private @Nullable Path sources;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Where to write plan.md and the files beside it; overwrites nothing.")
    private @Nullable Path folder;

    @Override
    protected int run(CommandContext context) throws IOException {
        PlanAnswers answers = new PlanAnswers();
        if (answersFile != null) {
            read(context, answersFile, answers);
        }
        if (sources != null) {
            Path place = context.environment().folder().resolve(sources);
            if (!Files.isDirectory(place)) {
                throw CommandFailure.usage(place + " is no folder: name one with sources.");
            }
            Codebase.read(place, answers);
        }
        if (answersFile == null
                && !context.options().noInput()
                && Terminal.INPUT.present()
                && Terminal.MESSAGES.present()) {
            ask(context, answers);
        }
        PlanText plan = new PlanText(answers, LocalDate.now(ZoneId.systemDefault()));
        Map<String, String> files = new PlanFiles(answers).all();
        if (folder == null) {
            context.out().print(plan.write(files));
        } else {
            Map<String, String> all = new LinkedHashMap<>();
            all.put("plan.md", plan.write(Map.of()));
            all.putAll(files);
            write(context, context.environment().folder().resolve(folder), all);
        }
        return ExitCode.DONE;
    }

    private static void read(CommandContext context, Path file, PlanAnswers answers) {
        String text;
        try {
            text = Files.readString(context.environment().folder().resolve(file));
        } catch (IOException e) {
            throw CommandFailure.usage("The answers cannot be read from " + file + " (" + e.getMessage()
                    + "): name another file with --answers.");
        }
        AnswersFile.read(file.toString(), text, answers::with);
    }

    /**
     * Asks until each question is answered. An empty line is the default answer; at the end of the input the defaults apply.
     */
    private static void ask(CommandContext context, PlanAnswers answers) throws IOException {
        BufferedReader input =
                new BufferedReader(new InputStreamReader(context.environment().in(), Charset.defaultCharset()));
        for (PlanQuestion question : PlanQuestion.ALL) {
            while (!answers.has(question.key())) {
                String choices = question.choices().isEmpty() ? "" : " (" + String.join(", ", question.choices()) + ")";
                context.err().print(question.asks() + choices + " [" + question.byDefault() + "] ");
                context.err().flush();
                String line = input.readLine();
                if (line == null) {
                    return;
                }
                try {
                    answers.with(question.key(), line.isBlank() ? question.byDefault() : line);
                } catch (IllegalArgumentException e) {
                    context.err().println(e.getMessage());
                }
            }
        }
    }

    private static void write(CommandContext context, Path place, Map<String, String> files) {
        try {
            Files.createDirectories(place);
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(place.resolve(file.getKey()), file.getValue(), StandardOpenOption.CREATE_NEW);
                context.out().println(place.resolve(file.getKey()));
            }
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE,
                    e.getFile() + " exists already: name another folder with --out, or remove it.");
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE,
                    "The plan cannot be written to " + place + " (" + e.getMessage()
                            + "): name another folder with --out.");
        }
    }
}
