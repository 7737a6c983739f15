package dev.holdfast.example.resume.work;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A map-reduce job over lines: each line is mapped by itself, and the outputs are reduced at the end. */
public enum MapReduce {
    /** How often each word occurs. */
    WORDS {
        @Override
        String map(String line) {
            return text(WORD_BREAK
                    .splitAsStream(line.toLowerCase(Locale.ROOT))
                    .filter(word -> !word.isEmpty())
                    .collect(Collectors.toMap(word -> word, word -> 1L, Long::sum, TreeMap::new)));
        }

        @Override
        List<String> reduce(List<String> outputs) {
            Map<String, Long> total = new TreeMap<>();
            outputs.stream().flatMap(String::lines).forEach(entry -> {
                int tab = entry.indexOf('\t');
                total.merge(entry.substring(0, tab), Long.valueOf(entry.substring(tab + 1)), Long::sum);
            });
            return text(total).lines().toList();
        }

        private String text(Map<String, Long> counts) {
            return counts.entrySet().stream()
                    .map(entry -> entry.getKey() + "\t" + entry.getValue())
                    .collect(Collectors.joining("\n"));
        }
    },
    /** The sum of numbers, one a line. */
    SUM {
        @Override
        String map(String line) {
            return new BigDecimal(line.strip()).toPlainString();
        }

        @Override
        List<String> reduce(List<String> outputs) {
            BigDecimal sum = outputs.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
            return List.of(sum.toPlainString());
        }
    };

    private static final Pattern WORD_BREAK = Pattern.compile("[^\\p{L}\\p{N}]+");

    /** May throw a {@link NumberFormatException}. */
    abstract String map(String line);

    abstract List<String> reduce(List<String> outputs);

    /** The name that people use. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static String labels() {
        return Arrays.stream(values()).map(MapReduce::label).collect(Collectors.joining(", "));
    }

    /** Returns this job over lines. */
    public Work over(List<String> lines) {
        return new Work() {
            @Override
            public int size() {
                return lines.size();
            }

            @Override
            public String next(List<String> outputs) throws WorkException {
                String line = lines.get(outputs.size());
                try {
                    return map(line);
                } catch (NumberFormatException e) {
                    throw new WorkException("Line " + (outputs.size() + 1) + " is not a number: '" + line + "'.", e);
                }
            }

            @Override
            public List<String> result(List<String> outputs) {
                return reduce(outputs);
            }
        };
    }
}
