package dev.holdfast.internal.process;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** The processes of this place, as one kind of operating system shows them. Never throws: what fails is unknown. */
sealed interface Processes permits LinuxProcesses, PortableProcesses, OpaqueProcesses {
    Place place();

    ProcessSighting look(long pid);

    /** Returns when the process that now has this pid started, by today's wall clock. */
    Optional<Instant> startedAt(long pid);

    static Processes of(String osName, long self) {
        String os = osName.toLowerCase(Locale.ROOT);
        if (os.equals("linux")) {
            return LinuxProcesses.at(Path.of("/"), self);
        }
        boolean windows = os.startsWith("windows");
        Place place = new Place(HostName.find(windows, System.getenv()), Boot.UNKNOWN, "");
        return windows || os.startsWith("mac") ? new PortableProcesses(place, self) : new OpaqueProcesses(place);
    }
}
