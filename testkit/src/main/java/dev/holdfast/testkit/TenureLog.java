package dev.holdfast.testkit;

import dev.holdfast.Mode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Records tenures, from many threads, in memory or in a file of its own for each process. Times are those of
 * {@link System#nanoTime}, which on Linux all processes of a machine share (it is the time since boot); elsewhere only the
 * tenures of one process can be compared.
 *
 * <p>A process that is killed leaves its last tenure without an end. Its belief has no known end, so such a tenure
 * counts as having ended when it began.
 */
public final class TenureLog implements AutoCloseable {
    private final @Nullable FileChannel file;
    private final AtomicLong last = new AtomicLong();
    private final Queue<Tenure> tenures = new ConcurrentLinkedQueue<>();

    private TenureLog(@Nullable FileChannel file) {
        this.file = file;
    }

    public static TenureLog inMemory() {
        return new TenureLog(null);
    }

    /** Creates a log that survives a kill of its process. The file must not exist yet. */
    public static TenureLog inFile(Path file) {
        try {
            return new TenureLog(FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the tenure log " + file + ".", e);
        }
    }

    /** Begins a tenure; call it after the grant. Close the result immediately before the release. */
    public Open begin(String resource, String owner, Mode mode, long fence) {
        long id = last.incrementAndGet();
        long begin = System.nanoTime();
        write("begin\t" + id + '\t' + mode + '\t' + fence + '\t' + begin + '\t' + escaped(owner) + '\t'
                + escaped(resource) + '\n');
        return new Open(id, resource, owner, mode, fence, begin);
    }

    /** A tenure that has not ended yet. */
    public final class Open implements AutoCloseable {
        private final long id;
        private final String resource;
        private final String owner;
        private final Mode mode;
        private final long fence;
        private final long begin;

        private Open(long id, String resource, String owner, Mode mode, long fence, long begin) {
            this.id = id;
            this.resource = resource;
            this.owner = owner;
            this.mode = mode;
            this.fence = fence;
            this.begin = begin;
        }

        @Override
        public void close() {
            long end = System.nanoTime();
            tenures.add(new Tenure(resource, owner, mode, fence, begin, end));
            write("end\t" + id + '\t' + end + '\n');
        }
    }

    /** Returns the tenures that ended, of a log in memory. */
    public List<Tenure> tenures() {
        return List.copyOf(tenures);
    }

    /** Returns the tenures in the files of several processes. A last line that was cut short by a kill does not count. */
    public static List<Tenure> read(Collection<Path> files) {
        List<Tenure> all = new ArrayList<>();
        for (Path file : files) {
            Map<String, Tenure> open = new LinkedHashMap<>();
            for (String line : wholeLines(file)) {
                String[] parts = line.split("\t", -1);
                if (parts[0].equals("begin")) {
                    long begin = Long.parseLong(parts[4]);
                    open.put(
                            parts[1],
                            new Tenure(
                                    plain(parts[6]),
                                    plain(parts[5]),
                                    Mode.valueOf(parts[2]),
                                    Long.parseLong(parts[3]),
                                    begin,
                                    begin));
                } else {
                    open.computeIfPresent(parts[1], (id, tenure) -> ended(tenure, Long.parseLong(parts[2])));
                }
            }
            all.addAll(open.values());
        }
        return all;
    }

    private static Tenure ended(Tenure tenure, long end) {
        return new Tenure(tenure.resource(), tenure.owner(), tenure.mode(), tenure.fence(), tenure.begin(), end);
    }

    private static List<String> wholeLines(Path file) {
        try {
            String text = Files.readString(file);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the tenure log " + file + ".", e);
        }
    }

    private void write(String line) {
        if (file != null) {
            synchronized (file) {
                try {
                    // One write reaches the system whole, even if the process is killed right after.
                    file.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
                } catch (IOException e) {
                    throw new UncheckedIOException("Cannot write the tenure log.", e);
                }
            }
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    private static String plain(String text) {
        return text.translateEscapes();
    }

    @Override
    public void close() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot close the tenure log.", e);
            }
        }
    }
}
