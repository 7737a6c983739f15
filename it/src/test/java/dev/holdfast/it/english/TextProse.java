package dev.holdfast.it.english;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads scripts, pages, statements, schemas and configuration line by line: comments, messages and names alike. */
final class TextProse {
    private static final Set<String> ENDINGS = Set.of(
            "conf",
            "cmd",
            "css",
            "html",
            "js",
            "json",
            "lua",
            "mjs",
            "properties",
            "service",
            "sh",
            "sql",
            "ts",
            "yaml",
            "yml");

    private TextProse() {}

    /** Returns whether a file is read so. A script without an ending begins with the name of its shell. */
    static boolean reads(Path file) throws IOException {
        if (file.toString().replace('\\', '/').contains("/src/test/js/")) {
            return false; // as the tests in Java
        }
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        if (dot >= 0) {
            return ENDINGS.contains(name.substring(dot + 1));
        }
        byte[] content = Files.readAllBytes(file);
        return content.length > 2 && content[0] == '#' && content[1] == '!';
    }

    static List<Passage> in(String file, String content) {
        List<Passage> found = new ArrayList<>();
        String[] lines = content.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (!lines[i].isBlank()) {
                found.add(new Passage(file, i + 1, Passage.Kind.LINE, lines[i]));
            }
        }
        return found;
    }
}
