package dev.holdfast.store.file.project;

import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.store.file.sidecar.SidecarStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Opens {@code file:FOLDER}, a project's registry in that folder; {@code file:} alone is {@code file:.locks}. A relative folder
 * is one of the working directory.
 */
public final class RegistryStoreProvider implements StoreProvider {
    private static final String SCHEME = "file";
    private static final String DEFAULT = ".locks";
    private static final Path SIDECAR = Path.of(".holdfast", SCHEME);
    private static final Duration PAUSE = Duration.ofMillis(60);

    @Override
    public Set<String> schemes() {
        return Set.of(SCHEME);
    }

    @Override
    public LockStore open(String address, InstantSource clock) {
        return open(address, clock, Disk.REAL);
    }

    static SidecarStore open(String address, InstantSource clock, Disk disk) {
        return open(address, clock, disk, () -> LockSupport.parkNanos(PAUSE.toNanos()));
    }

    /** Opens a store that waits in that way for a program that is writing the registry. */
    static SidecarStore open(String address, InstantSource clock, Disk disk, Runnable pause) {
        Path folder = folder(address);
        if (Files.isSymbolicLink(folder)) {
            throw new StoreUnwritableException(
                    folder + " is a symbolic link, which is never followed; name the folder that it points to.", null);
        }
        boolean isFirst = !Files.exists(folder.resolve(SIDECAR), LinkOption.NOFOLLOW_LINKS);
        StoreTraits traits = new StoreTraits(SCHEME + ":" + folder, Preset.BOOK, false, false, true);
        return SidecarStore.open(
                folder.resolve(SIDECAR),
                sidecar -> view(folder, sidecar, isFirst, clock, disk, pause),
                disk,
                traits,
                clock);
    }

    private static RegistryView view(
            Path folder, Path sidecar, boolean isFirst, InstantSource clock, Disk disk, Runnable pause) {
        Warnings warnings = new Warnings();
        RegistryFile file = new RegistryFile(
                folder, sidecar.resolve("registry.next"), disk, pause, new Backup(disk, clock), warnings::add);
        RegistryView.Beginning beginning = () -> {
            if (isFirst) {
                file.begin();
                new GitIgnore(folder).addWhereGitIsUsed(warnings::add);
            }
        };
        return new RegistryView(file, beginning, warnings);
    }

    private static Path folder(String address) {
        if (address.startsWith(SCHEME + ":")) {
            String name = address.substring(SCHEME.length() + 1).strip();
            try {
                return Path.of(name.isEmpty() ? DEFAULT : name).toAbsolutePath().normalize();
            } catch (InvalidPathException e) {
                throw senseless(address, e);
            }
        }
        throw senseless(address, null);
    }

    private static IllegalArgumentException senseless(String address, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "The address '" + address + "' names no project registry; write file:FOLDER, such as file:.locks.",
                cause);
    }
}
