package dev.holdfast.it.docs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** The files of the repository, without those that a build makes or downloads. */
public final class SourceFiles {
    private static final Set<String> SKIPPED = Set.of("target", "node_modules", ".git");

    private SourceFiles() {}

    /** Returns the files at a path, which is a file or a folder, in the order of their names. */
    public static List<Path> at(Path path) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.stream().anyMatch(folder::endsWith)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                found.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(found);
        return found;
    }
}
