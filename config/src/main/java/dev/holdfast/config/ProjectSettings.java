package dev.holdfast.config;

import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.config.internal.ConfigFile;
import dev.holdfast.config.internal.ConfigSource;
import dev.holdfast.config.internal.LockSettings;
import dev.holdfast.config.internal.WorkTree;
import dev.holdfast.config.internal.Yaml;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The store and the policies of a project, as its {@code holdfast.yaml} has them. The command reads the file with the same code,
 * so a program and the command that share a project have the same rules. Immutable.
 *
 * <pre>{@code
 * ProjectSettings settings = ProjectSettings.read(Path.of("holdfast.yaml"));
 * LockManager locks = LockManager.open(settings.store(), settings.options());
 * }</pre>
 *
 * <p>The sections {@code resources}, {@code operations} and {@code serve} concern the command alone. Their content is not read
 * here. The command uses a store outside of the project only after the user has trusted it. A program that reads the file
 * decides about that itself.
 */
public final class ProjectSettings {
    private final String store;
    private final Policies policies;
    private final List<String> hints;

    private ProjectSettings(String store, LockSettings settings) {
        this.store = store;
        this.policies = settings.policies() == null ? Policies.of(settings.preset()) : settings.policies();
        this.hints = settings.hints();
    }

    /**
     * Reads a file.
     *
     * @return its settings, with defaults for the keys that it lacks
     * @throws IllegalArgumentException if there is no such file, it cannot be read, or it has a mistake. The message is a sentence
     *     with the file, the line, and what to write instead.
     */
    public static ProjectSettings read(Path file) {
        String text;
        try {
            text = ConfigFile.text(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("There is no file " + file + ".", e);
        }
        LockSettings settings = Yaml.read(new ConfigSource(file.toString()), text)
                .map(value -> LockSettings.read(LockSettings.keys(value)))
                .orElse(LockSettings.NONE);
        Path folder = Objects.requireNonNull(file.toAbsolutePath().normalize().getParent());
        return new ProjectSettings(settings.address(WorkTree.main(folder)), settings);
    }

    /**
     * Returns the address of the store. A relative path in the file begins at the folder of the file; in a linked work tree of
     * git, at the same folder of the main one. The address may contain a password.
     */
    public String store() {
        return store;
    }

    /** Returns the rules by resource: those of the file, or else the preset of the file or of its kind of store. */
    public Policies policies() {
        return policies;
    }

    /** Returns the default options of a manager, with these policies. */
    public ManagerOptions options() {
        return ManagerOptions.DEFAULT.policies(policies);
    }

    /** Returns a sentence for each key of the file that has another name now. */
    public List<String> hints() {
        return hints;
    }
}
