package dev.holdfast.cli.json;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The schemas of {@code docs/schemas}, as a validator reads them. */
public final class Schemas {
    private static final Path FOLDER =
            Path.of("").toAbsolutePath().resolveSibling("docs").resolve("schemas");
    private static final String ENDING = ".schema.json";
    private static final String BASE = "holdfast:/";

    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemas(location -> location.startsWith(BASE) ? text(location) : null));

    private static String text(String location) {
        return read(FOLDER.resolve(location.substring(BASE.length())));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong with an answer of that command; empty if nothing is. */
    public List<Error> mistakes(String command, String answer) {
        return registry.getSchema(SchemaLocation.of(BASE + command + ENDING)).validate(answer, InputFormat.JSON);
    }

    /** The commands that have one. */
    static List<String> commands() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString().replace(ENDING, ""))
                    .filter(name -> !name.equals("words"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of all of them. */
    static List<String> texts() {
        return Stream.concat(Stream.of("words"), commands().stream())
                .map(name -> read(FOLDER.resolve(name + ENDING)))
                .toList();
    }
}
