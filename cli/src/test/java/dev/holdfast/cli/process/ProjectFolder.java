package dev.holdfast.cli.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A project of a test's own. The build's folder is a project too, and must not be found from inside of it. */
public record ProjectFolder(Path path) {

    public static ProjectFolder at(Path path) {
        try {
            Files.createDirectories(path.resolve(".git"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ProjectFolder(path);
    }

    /** The command, called in it for that owner. */
    public Holdfast as(String owner) {
        return Holdfast.in(path).with("HOLDFAST_OWNER", owner);
    }

    public Path registry() {
        return path.resolve(".locks/locks.json");
    }

    public String registryText() {
        try {
            return Files.readString(registry());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the registry as another program would: one lock, of that age. */
    public void lockedByAnotherProgram(String resource, String instance, Duration age) {
        Instant time = Instant.now().minus(age).truncatedTo(ChronoUnit.SECONDS);
        String text = "{\"locks\":[{\"resource\":\"" + resource + "\",\"timestamp\":\"" + time + "\",\"instance\":\""
                + instance + "\"}]}";
        try {
            Files.createDirectories(registry().getParent());
            Files.writeString(registry(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
