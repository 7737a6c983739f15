package dev.holdfast.cli.plan;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.project.AnswersFile;
import dev.holdfast.cli.sources.PlanService;
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

/** Collects the answers, and writes the plan. */
public final class PlanWriter implements PlanService {
    @Override
    public int plan(CommandContext context, PlanRequest request) throws IOException {
        PlanAnswers answers = new PlanAnswers();
        if (request.answers() != null) {
            read(context, request.answers(), answers);
        }
        if (request.sources() != null) {
            Path place = context.environment().folder().resolve(request.sources());
            if (!Files.isDirectory(place)) {
                throw CommandFailure.usage(place + " is no folder: name one with sources.");
            }
            Codebase.read(place, answers);
        }
        if (request.answers() == null
                && !context.options().noInput()
                && Terminal.INPUT.present()
                && Terminal.MESSAGES.present()) {
            ask(context, answers);
        }
        PlanText plan = new PlanText(answers, LocalDate.now(ZoneId.systemDefault()));
        Map<String, String> files = new PlanFiles(answers).all();
        if (request.out() == null) {
            context.out().print(plan.write(files));
        } else {
            Map<String, String> all = new LinkedHashMap<>();
            all.put("plan.md", plan.write(Map.of()));
            all.putAll(files);
            write(context, context.environment().folder().resolve(request.out()), all);
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

    /** Asks until each question is answered. An empty line is the default answer; at the end of the input the defaults apply. */
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
                    context.say(String.valueOf(e.getMessage()));
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
