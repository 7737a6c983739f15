package dev.holdfast.store.file;

import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.Preset;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.store.file.sidecar.SidecarStore;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Set;

/** Opens {@code files:D}, a folder of lock files, and {@code dir:P}, a folder of lock directories. */
public final class FileStoreProvider implements StoreProvider {
    static final String FILES = "files";

    static final String DIRECTORIES = "dir";

    /** The folder, next to what other programs see, that holds the sidecars. */
    static final String SIDECARS = ".holdfast";

    @Override
    public Set<String> schemes() {
        return Set.of(FILES, DIRECTORIES);
    }

    @Override
    public LockStore open(String address, InstantSource clock) {
        return open(address, clock, Disk.REAL);
    }

    static LockStore open(String address, InstantSource clock, Disk disk) {
        int colon = address.indexOf(':');
        String scheme = colon < 0 ? "" : address.substring(0, colon);
        Path folder = folder(address, address.substring(colon + 1));
        Path sidecar = folder.resolve(SIDECARS).resolve(scheme);
        if (scheme.equals(FILES)) {
            StoreTraits traits = new StoreTraits(address, Preset.RESUME, false, true, true);
            return SidecarStore.open(sidecar, real -> new LockFiles(folder, real, disk), disk, traits, clock);
        }
        if (scheme.equals(DIRECTORIES)) {
            StoreTraits traits = new StoreTraits(address, Preset.BOARD, false, true, true);
            return SidecarStore.open(sidecar, real -> new LockDirectories(folder, real, disk), disk, traits, clock);
        }
        throw senseless(address, null);
    }

    private static Path folder(String address, String path) {
        try {
            if (!path.isBlank()) {
                return Path.of(path).toAbsolutePath().normalize();
            }
        } catch (InvalidPathException e) {
            throw senseless(address, e);
        }
        throw senseless(address, null);
    }

    private static IllegalArgumentException senseless(
            String address, @org.jspecify.annotations.Nullable Throwable cause) {
        return new IllegalArgumentException(
                "The address '" + address + "' names no folder of locks; write files:FOLDER or dir:FOLDER.", cause);
    }
}
