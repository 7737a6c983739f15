package dev.holdfast.store.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Copies a folder of locks and damages the copy: files that are cut, changed, swapped, gone, huge, links or folders. Seeded. */
final class FileDamage {
    private static final long HUGE = 3L << 30;
    private static final List<String> TEXTS = List.of(
            "",
            "\n",
            "{",
            "[".repeat(200_000),
            "{\"a\":".repeat(100_000),
            "null\n",
            "-1\n",
            "999999999999999999999999 999999999999999999999999\n",
            "9223372036854775807",
            "\u0000".repeat(70_000),
            "x".repeat(1 << 20),
            "{\"locks\":{\"a\":{}}}",
            "holdfast-journal 1 lines=99999999999999\n",
            "holdfast-journal 1 lines=999999999\n",
            "holdfast-journal 99 lines=1\n",
            "\uD83D\uDE00 \u202E \u001B[2J\n");

    private final Random random;
    private final StringBuilder done = new StringBuilder();

    FileDamage(long seed) {
        this.random = new Random(seed);
    }

    /** Returns what was done since the last copy. */
    String done() {
        return done.toString();
    }

    void copy(Path from, Path to) throws IOException {
        done.setLength(0);
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(path, to.resolve(from.relativize(path)), LinkOption.NOFOLLOW_LINKS);
            }
        }
    }

    /** Damages one thing in the folder; links lead to that file or folder outside of it. */
    void damage(Path folder, Path outside) throws IOException {
        List<Path> all = all(folder);
        if (all.isEmpty()) {
            return; // an earlier one has removed everything
        }
        Path victim = all.get(random.nextInt(all.size()));
        int kind = random.nextInt(12);
        done.append(folder.relativize(victim)).append(" kind ").append(kind).append("; ");
        boolean isFile = Files.isRegularFile(victim, LinkOption.NOFOLLOW_LINKS);
        switch (kind) {
            case 0 -> replace(victim, isFile, new byte[0]);
            case 1 -> replaceWithLink(victim, outside);
            case 2 -> replaceWithLink(victim, outside.getParent());
            case 3 -> remove(victim);
            case 4 -> replaceWithFolder(victim);
            case 5 -> beside(victim);
            case 6 -> replace(victim, isFile, text());
            default -> {
                if (isFile && Files.size(victim) < HUGE) {
                    change(victim, kind);
                }
            }
        }
    }

    static List<Path> all(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> paths =
                    new ArrayList<>(all.filter(path -> !path.equals(folder)).toList());
            paths.sort(Comparator.naturalOrder());
            // Files are what there is most to be wrong in.
            paths.addAll(paths.stream()
                    .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .toList());
            return paths;
        }
    }

    private byte[] text() {
        return TEXTS.get(random.nextInt(TEXTS.size())).getBytes(StandardCharsets.UTF_8);
    }

    private void change(Path file, int kind) throws IOException {
        byte[] content = Files.readAllBytes(file);
        int at = random.nextInt(content.length + 1);
        int end = Math.min(content.length, at + random.nextInt(40));
        switch (kind) {
            case 7 -> Files.write(file, Arrays.copyOf(content, at));
            case 8 -> {
                for (int i = at; i < end; i++) {
                    content[i] = (byte) random.nextInt(256);
                }
                Files.write(file, content);
            }
            case 9 -> Files.write(file, joined(content, at, content, at)); // a part of it twice
            case 10 -> {
                byte[] piece = text();
                Files.write(file, joined(joined(content, at, piece, 0), at + piece.length, content, end));
            }
            default -> {
                if (random.nextInt(8) == 0) {
                    enlarge(file);
                    done.append("huge; ");
                }
            }
        }
    }

    /** Makes a file larger than any array, without taking up room on the disk. */
    static void enlarge(Path file) throws IOException {
        try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
            huge.setLength(HUGE);
        }
    }

    private static byte[] joined(byte[] first, int to, byte[] second, int from) {
        byte[] all = Arrays.copyOf(first, to + second.length - from);
        System.arraycopy(second, from, all, to, second.length - from);
        return all;
    }

    private static void replace(Path victim, boolean isFile, byte[] content) throws IOException {
        if (isFile) {
            Files.write(victim, content);
        }
    }

    private static void replaceWithLink(Path victim, Path target) throws IOException {
        remove(victim);
        Files.createSymbolicLink(victim, target);
    }

    private static void replaceWithFolder(Path victim) throws IOException {
        remove(victim);
        Files.createDirectory(victim);
    }

    private void beside(Path victim) throws IOException {
        List<String> names = List.of(
                "journal-99999999999999999999",
                "journal-2",
                "journal-0",
                "history.next",
                "registry.next",
                "x.lock",
                "guard");
        Path name = victim.resolveSibling(names.get(random.nextInt(names.size())));
        if (!Files.exists(name, LinkOption.NOFOLLOW_LINKS)) {
            Files.write(name, text());
        }
    }

    static void remove(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
