package dev.holdfast.store.file.project;

import dev.holdfast.spi.LockStore;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.stream.Collectors;

/** Opens registries on disks of tests. */
public final class Registries {
    private Registries() {}

    /** Opens a registry that no other program is writing, so that there is no need to wait for one. */
    public static LockStore open(Path folder, InstantSource clock, Disk disk) {
        return RegistryStoreProvider.open("file:" + folder, clock, disk, () -> {});
    }

    /** Returns the instances that a registry shows for the resource; empty if it is free. */
    public static String owner(Path file, String resource) throws IOException {
        Registry registry =
                Registry.read(Files.readString(file), FakeTime.create().instant());
        return registry.entries(resource).stream().map(RegistryEntry::instance).collect(Collectors.joining(","));
    }
}
