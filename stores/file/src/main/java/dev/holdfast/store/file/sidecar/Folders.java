package dev.holdfast.store.file.sidecar;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sidecar's own folders. */
final class Folders {
    private Folders() {}

    /** Makes the sidecar's folder and its parent; refuses a symbolic link, which could lead anywhere. */
    static void make(Path folder) throws IOException {
        Path parent = folder.getParent();
        if (parent != null && parent.getParent() != null) {
            Files.createDirectories(parent.getParent());
            makeOne(parent);
        }
        makeOne(folder);
    }

    private static void makeOne(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(folder + " is not a folder but a link or a file", e);
            }
        }
    }

    /** The generations of the journals there, in order. */
    static List<Long> generations(Path folder) throws IOException {
        Pattern journal = Pattern.compile("journal-(\\d{1,18})"); // here, since it is hardly ever needed
        List<Long> generations = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "journal-*")) {
            for (Path file : files) {
                Matcher name = journal.matcher(file.getFileName().toString());
                if (name.matches()) {
                    generations.add(Long.parseLong(name.group(1)));
                }
            }
        }
        Collections.sort(generations);
        return generations;
    }
}
