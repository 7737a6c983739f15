package dev.holdfast.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.command.Commands.CommandEntry;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a fast parser fills a command with is what picocli fills it with. */
final class FastParserTest {
    static List<CommandEntry> all() {
        return Commands.all();
    }

    /** The same fields have the same values, whichever parser read the words; and where one refuses them, so does the other. */
    private static boolean agrees(String name, List<String> words) throws Exception {
        HoldfastCommand fast = Commands.named(name);
        HoldfastCommand untouched = Commands.named(name);
        HoldfastCommand parsed = Commands.named(name);
        boolean plain = Commands.fill(fast, words);
        if (plain) {
            new CommandLine(parsed).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words.toArray(String[]::new));
            assertThat(values(fast)).as(name + " " + words).isEqualTo(values(parsed));
        } else {
            assertThat(values(fast)).as(name + " " + words).isEqualTo(values(untouched));
        }
        return plain;
    }

    private static Map<String, String> values(Object object) throws Exception {
        Map<String, String> values = new TreeMap<>();
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                field.setAccessible(true);
                if (field.isAnnotationPresent(Mixin.class)) {
                    values.putAll(values(field.get(object)));
                } else if (field.isAnnotationPresent(Option.class) || field.isAnnotationPresent(Parameters.class)) {
                    values.put(type.getName() + "." + field.getName(), String.valueOf(field.get(object)));
                }
            }
        }
        return values;
    }

    @ParameterizedTest
    @MethodSource("all")
    void fill_anyOptionsAndWords_agreesWithPicocli(CommandEntry entry) throws Exception {
        List<String> words =
                List.of("a", "--store", "memory:", "--json", "--owner=Ann", "--wait", "5m", "--note", "x y");
        List<List<String>> lines = new ArrayList<>(List.of(
                List.of(),
                List.of("a"),
                List.of("a", "b"),
                words,
                List.of("--receipt", "r"),
                List.of("a", "--reason", "why")));
        for (String option :
                List.of("--yes", "--all", "--watch", "--override", "--no-input", "--help", "--none", "-h")) {
            lines.add(List.of(option));
            lines.add(List.of("a", option, "b"));
            lines.add(List.of(option, option));
            lines.add(List.of(option + "=true"));
        }
        for (String option :
                List.of("--store", "--note", "--ttl", "--wait", "-E", "--limit", "--pid", "--receipt", "--chapter")) {
            for (String value :
                    List.of("1", "90s", "1h30m", "", "-1", "@file", "--", "--json", "ß x", "9999999999999999999")) {
                lines.add(List.of(option, value, "a"));
                lines.add(List.of("a", option + "=" + value));
                lines.add(List.of(option, value, option, value, "a"));
            }
            lines.add(List.of("a", option));
            lines.add(List.of("a", option, option));
        }
        int plain = 0;
        for (List<String> line : lines) {
            boolean filled = agrees(entry.name(), line);
            plain += filled ? 1 : 0;
        }
        assertThat(plain).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "status,",
        "status, --json",
        "status, Chapter_03 --store sqlite:locks.db --color never",
        "run, x -- true",
        "run, x y --wait 10m --note nightly -- sh -c --json @a -x",
        "run, --operation change --chapter 5 --chapter 6 --with z -- true",
        "acquire, a b --owner Ann --ttl=5m --pid 12 -E 3",
        "release, a",
        "request, a --message please --wait 5m",
        "requests, --json",
        "answer, a in 10m --to Ben",
        "release, --receipt r1 --receipt r2",
        "who, a",
        "history, --limit 5 --since 2h",
    })
    void fill_usualCall_needsNoPicocli(String name, String line) throws Exception {
        assertThat(agrees(name, line == null ? List.of() : List.of(line.split(" "))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "--unknown", "-", "@file", "--watch --watch", "--store", "--watch=true"})
    void fill_anythingElse_isLeftToPicocli(String line) throws Exception {
        assertThat(agrees("status", List.of(line.split(" ")))).isFalse();
    }

    @Test
    void fill_withoutWhatIsRequired_isLeftToPicocli() throws Exception {
        assertThat(agrees("force-release", List.of("a"))).isFalse();
        assertThat(agrees("force-release", List.of("a", "--reason", "why"))).isTrue();
        assertThat(agrees("who", List.of())).isFalse();
    }
}
