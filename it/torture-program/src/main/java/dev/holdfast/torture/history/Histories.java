package dev.holdfast.torture.history;

import dev.holdfast.internal.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The reader of the histories of a folder. */
public final class Histories {
    private Histories() {}

    /** Returns the operations of all processes, those of one process in the order in which they began. */
    public static List<Operation> read(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Operation> all = new ArrayList<>();
            for (Path file : files.filter(file -> file.toString().endsWith(History.SUFFIX))
                    .sorted()
                    .toList()) {
                all.addAll(readFile(file));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the histories in " + folder + ".", e);
        }
    }

    private static List<Operation> readFile(Path file) throws IOException {
        String name = file.getFileName().toString();
        String process = name.substring(0, name.length() - History.SUFFIX.length());
        Map<Long, Operation> operations = new LinkedHashMap<>();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            String line;
            while ((line = lines.readLine()) != null) {
                if (line.endsWith("}")) { // the last one of a killed process may be cut short
                    add(process, Json.readObject(line), operations);
                }
            }
        }
        return List.copyOf(operations.values());
    }

    private static void add(String process, Map<String, @Nullable Object> line, Map<Long, Operation> operations) {
        if (line.containsKey(OperationLines.BEGIN)) {
            Operation begun = OperationLines.begun(process, line);
            operations.put(begun.id(), begun);
        } else {
            operations.computeIfPresent(
                    OperationLines.number(line, OperationLines.END), (id, begun) -> OperationLines.ended(begun, line));
        }
    }
}
