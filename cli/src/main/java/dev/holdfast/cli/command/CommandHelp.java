package dev.holdfast.cli.command;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_DESCRIPTION;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_DESCRIPTION_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_PARAMETER_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.cli.project.Project;
import dev.holdfast.internal.base.Text;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of one command: its own options, the operations of the project, examples, exit codes, variables, general options. */
final class CommandHelp {
    private static final int WIDTH = 100;

    private final CommandLine line;
    private final String command;
    private final Environment environment;

    private CommandHelp(CommandLine line, String command, Environment environment) {
        this.line = line;
        this.command = command;
        this.environment = environment;
    }

    /** Gives the help of one command our sections. */
    static void dress(CommandLine line, String command, Environment environment) {
        new CommandHelp(line, command, environment).dress();
    }

    private void dress() {
        UsageMessageSpec help = line.getCommandSpec().usageMessage();
        help.synopsisHeading("usage: ");
        help.descriptionHeading("%n");
        help.parameterListHeading("%nArguments%n");
        help.footerHeading("%nExamples%n");
        if (help.customSynopsis().length == 0) {
            help.customSynopsis(synopsis(line.getCommandSpec()));
        }
        help.footer(
                List.of(help.footer()).stream().map(example -> "  " + example).toArray(String[]::new));
        help.sortOptions(false);
        help.width(WIDTH);
        Map<String, CommandLine.IHelpSectionRenderer> sections = line.getHelpSectionMap();
        sections.put("own", all -> options(all, option -> !isGeneral(option), "Options"));
        sections.put("operations", all -> operations());
        sections.put("codes", all -> table("Exit codes", HelpFacts.codes(command)));
        sections.put("variables", all -> table("Variables", HelpFacts.variables(command)));
        sections.put("general", all -> options(all, CommandHelp::isGeneral, "General options"));
        line.setHelpSectionKeys(List.of(
                SECTION_KEY_SYNOPSIS_HEADING,
                SECTION_KEY_SYNOPSIS,
                SECTION_KEY_DESCRIPTION_HEADING,
                SECTION_KEY_DESCRIPTION,
                SECTION_KEY_PARAMETER_LIST_HEADING,
                SECTION_KEY_PARAMETER_LIST,
                "own",
                "operations",
                SECTION_KEY_FOOTER_HEADING,
                SECTION_KEY_FOOTER,
                "codes",
                "variables",
                "general"));
    }

    /** Returns the call in short: {@code holdfast acquire [RESOURCE...] [OPTIONS]}. */
    static String synopsis(CommandSpec spec) {
        StringBuilder text = new StringBuilder(spec.name());
        for (PositionalParamSpec argument : spec.positionalParameters()) {
            String word = argument.paramLabel() + (argument.arity().max() > 1 ? "..." : "");
            text.append(argument.arity().min() == 0 ? " [" + word + "]" : " " + word);
        }
        return text.append(" [OPTIONS]").toString();
    }

    /** Returns whether every command has the option. */
    static boolean isGeneral(OptionSpec option) {
        return option.userObject() instanceof Field field && field.getDeclaringClass() == GlobalOptions.class;
    }

    private static String options(CommandLine.Help all, Predicate<OptionSpec> which, String heading) {
        List<OptionSpec> options =
                all.commandSpec().options().stream().filter(which).toList();
        return options.isEmpty()
                ? ""
                : "%n".formatted()
                        + heading
                        + "%n".formatted()
                        + all.optionListExcludingGroups(
                                options, all.createDefaultLayout(), null, all.parameterLabelRenderer());
    }

    private String operations() {
        if (line.getCommandSpec().findOption("--operation") == null) {
            return "";
        }
        try {
            List<String> names = Project.of(environment).declaredOperations();
            return names.isEmpty()
                    ? ""
                    : "%nOperations of this project%n  ".formatted()
                            + names.stream().map(Text::shown).collect(Collectors.joining("%n  ".formatted()))
                            + "%n".formatted();
        } catch (IllegalArgumentException e) {
            return ""; // a configuration with a mistake, which the command itself reports
        }
    }

    /** Returns a section with a line for each entry. */
    static String table(String heading, Map<String, String> entries) {
        int width = entries.keySet().stream().mapToInt(String::length).max().orElse(0);
        StringBuilder text = new StringBuilder("%n%s%n".formatted(heading));
        entries.forEach((name, meaning) -> text.append("  ")
                .append(name)
                .append(" ".repeat(width - name.length() + 2))
                .append(meaning)
                .append(System.lineSeparator()));
        return text.toString();
    }
}
