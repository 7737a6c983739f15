package dev.holdfast.example.resume;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The checkpoints of one job. Each holder of its lock writes its own file, named by the fence of the lock; the one with the
 * largest fence counts. So a process that lost the lock without knowing it, paused between its last look at the lock and the
 * write, writes a file that is ignored: the check of the fence is part of the write, and no moment is left between them.
 */
final class Checkpoints {
    private static final String PREFIX = "checkpoint-";
    private static final String SUFFIX = ".json";

    private final Path folder;

    Checkpoints(Path folder) {
        this.folder = folder;
    }

    /** Returns the checkpoint with the largest fence. */
    Checkpoint newest() throws IOException, ToolException {
        while (true) {
            NavigableMap<Long, Path> files = files();
            if (files.isEmpty()) {
                return Checkpoint.NONE;
            }
            Path newest = files.lastEntry().getValue();
            try {
                return Checkpoint.parse(Files.readString(newest)).orElseThrow(() -> damaged(newest));
            } catch (NoSuchFileException e) {
                // A newer one has come meanwhile, and this one was cleared away.
            }
        }
    }

    private static ToolException damaged(Path file) {
        return new ToolException(
                ExitCode.STORAGE,
                file + " is damaged; put a copy back, or remove it to go back to what was before.",
                null);
    }

    /** Continues from the newest checkpoint under a new fence: from here on, files with older fences are ignored. */
    Checkpoint begin(long fence) throws IOException, ToolException {
        Checkpoint before = newest();
        if (before.fence() > fence) {
            throw new ToolException(
                    ExitCode.LOST, "The lock was lost before the work began: " + folder + " has newer work.", null);
        }
        Checkpoint mine = new Checkpoint(fence, before.outputs());
        write(mine);
        for (Path older : files().headMap(fence).values()) {
            Files.deleteIfExists(older);
        }
        return mine;
    }

    void write(Checkpoint checkpoint) throws IOException {
        WholeFile.write(folder.resolve(PREFIX + checkpoint.fence() + SUFFIX), checkpoint.json());
    }

    private NavigableMap<Long, Path> files() throws IOException {
        NavigableMap<Long, Path> files = new TreeMap<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
            for (Path file : found) {
                String name = file.getFileName().toString();
                String fence = name.substring(PREFIX.length(), name.length() - SUFFIX.length());
                if (fence.matches("\\d{1,18}")) {
                    files.put(Long.valueOf(fence), file);
                }
            }
        }
        return files;
    }
}
