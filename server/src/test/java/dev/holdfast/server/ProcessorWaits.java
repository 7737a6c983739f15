package dev.holdfast.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long some threads of a process were ready to run and had no processor, as Linux counts it: a busy machine is not a slow
 * server. Time in which a thread runs, sleeps or waits for another one does not count. Elsewhere than on Linux it is zero.
 */
final class ProcessorWaits {
    private final Path tasks;
    private final List<String> kinds;
    /** The kind of each thread that was seen, by its folder; empty if it does not count. */
    private final Map<Path, String> known = new HashMap<>();

    private Map<Path, Long> last = new HashMap<>();

    /** @param kinds how the names of the threads begin, each at most 15 characters */
    ProcessorWaits(long pid, List<String> kinds) {
        this.tasks = Path.of("/proc", Long.toString(pid), "task");
        this.kinds = kinds;
    }

    /** Returns the longest wait of one thread of each kind since the last call, added up: work passes one of each. */
    Duration sinceLast() throws IOException {
        Map<Path, Long> now = read();
        Map<String, Long> longest = new HashMap<>();
        now.forEach((thread, nanos) ->
                longest.merge(known.getOrDefault(thread, ""), nanos - last.getOrDefault(thread, 0L), Math::max));
        last = now;
        return Duration.ofNanos(
                longest.values().stream().mapToLong(Long::longValue).sum());
    }

    private Map<Path, Long> read() throws IOException {
        Map<Path, Long> nanos = new HashMap<>();
        if (!Files.isDirectory(tasks)) {
            return nanos;
        }
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                try {
                    if (!kind(thread).isEmpty()) {
                        String[] counters = Files.readString(thread.resolve("schedstat"))
                                .strip()
                                .split(" ", -1);
                        nanos.put(thread, Long.parseLong(counters[1]));
                    }
                } catch (IOException e) {
                    known.remove(thread); // it has ended
                }
            }
        }
        return nanos;
    }

    private String kind(Path thread) throws IOException {
        String kind = known.get(thread);
        if (kind == null) {
            String name = Files.readString(thread.resolve("comm"));
            kind = kinds.stream().filter(name::startsWith).findFirst().orElse("");
            known.put(thread, kind);
        }
        return kind;
    }
}
