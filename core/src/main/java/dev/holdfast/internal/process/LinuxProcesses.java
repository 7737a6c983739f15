package dev.holdfast.internal.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** The processes of Linux, as {@code /proc} shows them. A look is one file read; only an absence costs a second. */
record LinuxProcesses(Path proc, Place place, boolean readable) implements Processes {
    private static final long MAX_PID = 1L << 22;
    private static final long TICKS_PER_SECOND = 100;

    /** Returns the processes below the file system's root {@code root}, seen by the process {@code self}. */
    static LinuxProcesses at(Path root, long self) {
        Place place = LinuxPlace.read(root);
        Path proc = root.resolve("proc");
        // A new pid namespace without a new /proc still shows the old one, where our pid names some other process.
        boolean ours = LinuxPlace.link(proc.resolve("self")).equals(Long.toString(self));
        boolean readable =
                ours && !place.boot().id().isEmpty() && !place.namespace().isEmpty();
        return new LinuxProcesses(proc, place, readable);
    }

    @Override
    public ProcessSighting look(long pid) {
        if (!isPlausible(pid)) {
            return ProcessSighting.UNCLEAR;
        }
        try {
            Optional<ProcStat> stat = stat(pid);
            return stat.isPresent() ? sighting(stat.get()) : ProcessSighting.UNCLEAR;
        } catch (NoSuchFileException e) {
            return showsEveryProcess() ? ProcessSighting.NONE : ProcessSighting.UNCLEAR;
        } catch (IOException e) {
            return ProcessSighting.UNCLEAR;
        }
    }

    @Override
    public Optional<Instant> startedAt(long pid) {
        if (!isPlausible(pid)) {
            return Optional.empty();
        }
        try {
            Instant boot = bootTime();
            // A time namespace can push the start of an old process below zero; such a number says nothing.
            return stat(pid)
                    .filter(stat -> stat.start() >>> 50 == 0)
                    .map(stat -> boot.plusMillis(stat.start() * 1000 / TICKS_PER_SECOND));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private boolean isPlausible(long pid) {
        return readable && pid > 0 && pid <= MAX_PID;
    }

    // Not UTF-8: a process may give itself any bytes as its name.
    private Optional<ProcStat> stat(long pid) throws IOException {
        return ProcStat.parse(Files.readString(proc.resolve(pid + "/stat"), ISO_8859_1));
    }

    private static ProcessSighting sighting(ProcStat stat) {
        return new ProcessSighting(
                stat.hasEnded() ? Liveness.GONE : Liveness.ALIVE, Long.toUnsignedString(stat.start()));
    }

    // Mounted with hidepid, /proc leaves out the processes of other users as if they did not exist.
    private boolean showsEveryProcess() {
        try {
            return HideOption.isOff(Files.readString(proc.resolve("self/mounts"), ISO_8859_1));
        } catch (IOException e) {
            return false;
        }
    }

    private Instant bootTime() throws IOException {
        String prefix = "btime ";
        for (String line : Files.readAllLines(proc.resolve("stat"), ISO_8859_1)) {
            if (line.startsWith(prefix)) {
                try {
                    return Instant.ofEpochSecond(
                            Long.parseLong(line.substring(prefix.length()).strip()));
                } catch (NumberFormatException e) {
                    throw new IOException("not a boot time: " + line, e);
                }
            }
        }
        throw new IOException("no boot time in " + proc.resolve("stat"));
    }
}
