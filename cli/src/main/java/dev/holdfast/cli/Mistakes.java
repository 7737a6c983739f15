package dev.holdfast.cli;

import dev.holdfast.config.internal.NearestWord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Mistakes in the arguments of a command, in sentences that say what to write instead. */
final class Mistakes {
    private Mistakes() {}

    static String sentence(ParameterException mistake) {
        CommandSpec spec = mistake.getCommandLine().getCommandSpec();
        if (mistake instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().get(0);
            return word.startsWith("-") ? unknownOption(word, spec) : "'" + word + "' is one argument too many.";
        }
        if (mistake instanceof MissingParameterException missing
                && missing.getMissing().stream().anyMatch(ArgSpec::isPositional)) {
            // Picocli names all of them, and not what they are.
            return missing.getMissing().stream()
                    .filter(ArgSpec::isPositional)
                    .findFirst()
                    .map(argument -> argument.paramLabel() + " is missing: " + String.join(" ", argument.description()))
                    .orElseThrow();
        }
        return String.valueOf(mistake.getMessage());
    }

    private static String unknownOption(String written, CommandSpec spec) {
        int equals = written.indexOf('=');
        String word = equals < 0 ? written : written.substring(0, equals);
        List<String> known = new ArrayList<>();
        for (OptionSpec option : spec.options()) {
            known.addAll(Arrays.asList(option.names()));
        }
        known.removeIf(name -> !name.startsWith("--"));
        return "There is no option " + word
                + NearestWord.to(word, known)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse(".");
    }
}
