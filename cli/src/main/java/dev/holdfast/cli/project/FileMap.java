package dev.holdfast.cli.project;

import dev.holdfast.config.internal.ConfigSource;
import dev.holdfast.config.internal.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The map of a project that is not the one of the call: which of its files belong to which resource. */
public final class FileMap {
    private FileMap() {}

    /**
     * Reads the section {@code resources} of a {@code holdfast.yaml}.
     *
     * @return the resources that cover a path below the root of that project
     * @throws IOException if it cannot be read; {@link SmallFile#reason} says why
     * @throws dev.holdfast.config.internal.ConfigMistake for the first mistake in it
     */
    public static Function<String, List<String>> read(Path file) throws IOException {
        ResourceMap map = ConfigurationReader.read(new ConfigSource(file.toString()), SmallFile.read(file))
                .resources();
        return map::covering;
    }

    /**
     * Returns all resources that cover a path in a repository; the path itself if none was declared for it.
     *
     * @param map as it was {@linkplain #read read}; null for none
     * @param prefix of the names of all resources of the repository
     */
    public static List<String> covering(@Nullable Function<String, List<String>> map, String prefix, String path) {
        List<String> declared = map == null ? List.of() : map.apply(path);
        return (declared.isEmpty() ? List.of(path) : declared)
                .stream().map(name -> prefix + name).toList();
    }
}
