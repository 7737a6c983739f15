package dev.holdfast.cli.hook;

import dev.holdfast.internal.base.Glob;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Expands words like a shell: braces and wildcards stand for several words. */
final class ShellExpansion {
    private static final int MAX_PATHS = 500;
    /** A longer word names no file. */
    private static final int MAX_LENGTH = 10_000;

    private ShellExpansion() {}

    /** Returns the resolved path, or the folder itself if it is no path. */
    static Path resolve(Path folder, String path) {
        try {
            return folder.resolve(path).normalize();
        } catch (InvalidPathException e) {
            return folder;
        }
    }

    /** Returns all paths that the word matches in the folder; the word itself if none does. */
    static List<String> expanded(ShellWord word, Path folder) {
        List<String> all = new ArrayList<>();
        for (String one : word.pattern() ? braces(word.text()) : List.of(word.text())) {
            if (word.pattern() && isGlob(one)) {
                all.addAll(fitting(one, folder));
            } else {
                all.add(one);
            }
        }
        return all;
    }

    private static boolean isGlob(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0 || text.indexOf('[') >= 0;
    }

    /** Expands braces: {@code a{b,c}d} is {@code abd} and {@code acd}. */
    private static List<String> braces(String text) {
        if (text.length() > MAX_LENGTH) {
            return List.of(text);
        }
        int open = text.indexOf('{');
        int close = text.indexOf('}', open + 1);
        if (open < 0 || close < 0 || text.substring(open, close).indexOf(',') < 0) {
            return List.of(text);
        }
        List<String> all = new ArrayList<>();
        for (String choice : text.substring(open + 1, close).split(",", -1)) {
            for (String rest : braces(text.substring(close + 1))) {
                all.add(text.substring(0, open) + choice + rest);
                if (all.size() >= MAX_PATHS) {
                    return all;
                }
            }
        }
        return all;
    }

    private static List<String> fitting(String pattern, Path folder) {
        List<Path> found = new ArrayList<>();
        found.add(pattern.startsWith("/") ? folder.getRoot() : folder);
        for (String part : pattern.split("/", -1)) {
            if (!part.isEmpty() && !part.equals(".")) {
                found = next(found, part);
            }
        }
        List<String> all = new ArrayList<>();
        for (Path path : found) {
            all.add(path.toString());
        }
        return all.isEmpty() ? List.of(pattern) : all;
    }

    private static List<Path> next(List<Path> folders, String part) {
        List<Path> found = new ArrayList<>();
        for (Path folder : folders) {
            if (!isGlob(part)) {
                found.add(folder.resolve(part));
                continue;
            }
            Glob glob = ShellGlob.compile(part);
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, entry -> fits(glob, entry))) {
                for (Path entry : entries) {
                    found.add(entry);
                    if (found.size() >= MAX_PATHS) {
                        return found;
                    }
                }
            } catch (IOException | DirectoryIteratorException e) {
                // No folder, so nothing in it.
            }
        }
        return found;
    }

    private static boolean fits(Glob glob, Path entry) {
        Path name = entry.getFileName();
        return name != null && glob.matches(name.toString());
    }

    /** Returns the pieces of a text, such as a program, that could be paths. */
    static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length() && pieces.size() < MAX_PATHS; i++) {
            if (i == text.length() || " \t\r\n'\"`()[]{},;:=<>|&$\\".indexOf(text.charAt(i)) >= 0) {
                if (i > start) {
                    pieces.add(text.substring(start, i));
                }
                start = i + 1;
            }
        }
        return pieces;
    }
}
