package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No class but {@code Disk} and {@code DiskFile} opens, makes, renames or deletes files. */
class OnlyDiskOpensFilesTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Set<String> MAY = Set.of("Disk.java", "DiskFile.java");
    private static final int CLASSES = 50;

    /** Everything of the JDK that opens or changes a file by its name; attributes are read by name and open none. */
    private static final Pattern OPENS = Pattern.compile("Files\\s*\\.\\s*(?!readAttributes|readSymbolicLink)"
            + "(?:new|read|write|copy|move|delete|create|list|walk|find|lines|set|mismatch|probe)\\w*"
            + "|\\b(?:RandomAccessFile|FileInputStream|FileOutputStream|FileReader|FileWriter|PrintWriter|PrintStream"
            + "|Scanner|Formatter|ZipFile|JarFile|FileChannel|AsynchronousFileChannel|SecureDirectoryStream)\\b"
            + "|toFile\\(\\)\\s*\\.\\s*(?!exists)\\w+|FileSystemProvider|\\bnew File\\(");

    @Test
    void sources_openNoFileElsewhere() throws IOException {
        List<String> found = new ArrayList<>();
        int classes = 0;
        try (var files = Files.walk(SOURCES)) {
            for (Path file :
                    (Iterable<Path>) files.filter(path -> path.toString().endsWith(".java"))::iterator) {
                classes++;
                Matcher opens = OPENS.matcher(Files.readString(file));
                while (!MAY.contains(file.getFileName().toString()) && opens.find()) {
                    found.add(file.getFileName() + ": " + opens.group());
                }
            }
        }
        assertThat(found).isEmpty();
        assertThat(classes).isGreaterThan(CLASSES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Files.readAllBytes(p)",
                "Files.newInputStream(p)",
                "Files.writeString(p, t)",
                "Files.createFile(p)",
                "Files\n        .move(a, b)",
                "new RandomAccessFile(f, \"rw\")",
                "new FileInputStream(f)",
                "FileChannel.open(p)",
                "p.toFile().delete()",
                "p.toFile().setReadOnly()",
                "Files.deleteIfExists(p)"
            })
    void pattern_findsWhatOpens(String source) {
        assertThat(OPENS.matcher(source).find()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Files.exists(p)",
                "Files.isDirectory(p)",
                "Files.readAttributes(p, A.class)",
                "p.toFile().exists()"
            })
    void pattern_passesWhatLooks(String source) {
        assertThat(OPENS.matcher(source).find()).isFalse();
    }
}
