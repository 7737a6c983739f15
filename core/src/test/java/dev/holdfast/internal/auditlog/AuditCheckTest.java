package dev.holdfast.internal.auditlog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.internal.views.JsonAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log of three files with twelve lines: whatever is done to it is found, at the first line that it concerns. */
@Tag("safety")
final class AuditCheckTest {
    private static final int LINES = 4;

    @TempDir
    private Path folder;

    private AuditFiles files;
    private String last;

    @BeforeEach
    void write() throws IOException {
        files = new AuditFiles(folder.resolve("audit.jsonl"));
        write(null);
    }

    /** Writes files 1 to 3; the last one is the current one. */
    private void write(String key) throws IOException {
        AuditHash hash = new AuditHash(key);
        String previous = AuditHash.NONE;
        long number = 0;
        for (int file = 1; file <= 3; file++) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            for (int i = 0; i < LINES; i++) {
                JsonAnswer content = new JsonAnswer().with("time", "2026-11-17T06:00:0" + i + "Z");
                if (i == 0) {
                    content.with("what", "file")
                            .with("file", file)
                            .with("oldest", 1)
                            .with("keyed", key != null)
                            .with("previous", previous);
                } else {
                    content.with("what", "acquire")
                            .with("resource", "räume/" + i)
                            .with("user", "\"\u202e\n");
                }
                AuditLine.Written line = AuditLine.write(hash, previous, ++number, content.line());
                text.writeBytes(line.bytes());
                previous = line.hash();
            }
            Files.write(file == 3 ? files.current() : files.numbered(file), text.toByteArray());
        }
        last = previous;
    }

    private AuditReport check() throws IOException {
        return new AuditCheck(files, null, null).run();
    }

    private AuditReport.Break broken() throws IOException {
        AuditReport report = check();
        assertThat(report.intact()).as(report.toString()).isFalse();
        return report.broken();
    }

    private List<String> lines(Path file) throws IOException {
        return new ArrayList<>(Files.readAllLines(file, UTF_8));
    }

    private void put(Path file, List<String> lines) throws IOException {
        Files.writeString(file, String.join("\n", lines) + "\n", UTF_8);
    }

    @Test
    void untouched_isIntact() throws IOException {
        AuditReport report = check();
        assertThat(report.broken()).isNull();
        assertThat(report.lines()).isEqualTo(3L * LINES);
        assertThat(report.firstFile()).isEqualTo(1);
        assertThat(report.last().hash()).isEqualTo(last);
        assertThat(report.remarks()).isEmpty();
        assertThat(Files.readString(files.current())).doesNotContain("\u202e").doesNotContain("\\n\"\n");
    }

    @Test
    void anyFlippedBit_isFound() throws IOException {
        Random random = new Random(19);
        for (Path file : List.of(files.numbered(1), files.numbered(2), files.current())) {
            byte[] whole = Files.readAllBytes(file);
            for (int at = 0; at < whole.length; at++) {
                byte[] changed = whole.clone();
                changed[at] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, changed);
                assertThat(check().intact())
                        .as("bit in byte %s of %s", at, file)
                        .isFalse();
            }
            Files.write(file, whole);
        }
        assertThat(check().intact()).isTrue();
    }

    @Test
    void anyCut_exceptAtTheEndOfALineOfTheLastFile_isFound() throws IOException {
        byte[] whole = Files.readAllBytes(files.current());
        for (int length = 0; length < whole.length; length++) {
            Files.write(files.current(), Arrays.copyOf(whole, length));
            boolean atEnd = length > 0 && whole[length - 1] == '\n';
            assertThat(check().intact()).as("cut to %s", length).isEqualTo(atEnd);
            assertThat(new AuditCheck(files, null, last).run().intact())
                    .as("cut to %s, with the last hash expected", length)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void deletedLine_isFoundWhereItIsMissing(int at) throws IOException {
        Path file = files.numbered(2);
        List<String> lines = lines(file);
        lines.remove(at);
        put(file, lines);
        AuditReport.Break broken = broken();
        // What follows the last line of a file is the first of the next.
        assertThat(broken.file()).isEqualTo(at == 3 ? files.current() : file);
        assertThat(broken.line()).isEqualTo(at == 3 ? 1 : at + 1);
        assertThat(broken.why()).containsAnyOf("deleted", "cut off");
    }

    @Test
    void reordered_repeated_andInsertedLines_areFound() throws IOException {
        List<String> lines = lines(files.current());
        List<String> swapped = new ArrayList<>(lines);
        Collections.swap(swapped, 1, 2);
        put(files.current(), swapped);
        assertThat(broken().line()).isEqualTo(2);

        List<String> repeated = new ArrayList<>(lines);
        repeated.add(2, lines.get(1));
        put(files.current(), repeated);
        assertThat(broken().why()).contains("inserted, repeated or moved");

        List<String> inserted = new ArrayList<>(lines);
        inserted.add(2, "{\"what\":\"acquire\"}");
        put(files.current(), inserted);
        assertThat(broken().line()).isEqualTo(3);
    }

    @Test
    void splicedFromAnotherLog_isFound() throws IOException {
        String own = lines(files.current()).get(2);
        AuditHash hash = new AuditHash(null);
        AuditLine.Written other = AuditLine.write(
                hash,
                AuditHash.NONE,
                11,
                new JsonAnswer().with("what", "acquire").line());
        List<String> lines = lines(files.current());
        lines.set(2, new String(other.bytes(), UTF_8).strip());
        put(files.current(), lines);
        assertThat(own).isNotEqualTo(lines.get(2));
        assertThat(broken().line()).isEqualTo(3);
        assertThat(broken().why()).contains("hash does not fit");
    }

    @Test
    void missingFiles_areFound_unlessALaterOneSaysThatTheyWereOld() throws IOException {
        byte[] first = Files.readAllBytes(files.numbered(1));
        Files.delete(files.numbered(1));
        assertThat(broken().file()).isEqualTo(files.numbered(1));
        Files.write(files.numbered(1), first);
        byte[] second = Files.readAllBytes(files.numbered(2));
        Files.delete(files.numbered(2));
        assertThat(broken().file()).isEqualTo(files.numbered(2));
        Files.write(files.numbered(2), second);
        Files.delete(files.current());
        assertThat(broken().why()).contains("missing");

        Files.delete(files.numbered(1));
        AuditLine begin = AuditLine.read(lines(files.numbered(2)).get(3).getBytes(UTF_8));
        JsonAnswer header = new JsonAnswer()
                .with("what", "file")
                .with("file", 3)
                .with("oldest", 2)
                .with("previous", begin.hash());
        Files.write(
                files.current(),
                AuditLine.write(new AuditHash(null), begin.hash(), 9, header.line())
                        .bytes());
        assertThat(check().intact()).isTrue();
        assertThat(check().firstFile()).isEqualTo(2);
    }

    @Test
    void exchangedFiles_areFound() throws IOException {
        byte[] second = Files.readAllBytes(files.numbered(2));
        Files.write(files.numbered(2), Files.readAllBytes(files.numbered(1)));
        assertThat(broken().why()).contains("This is file 1");
        Files.write(files.numbered(2), second);
        assertThat(check().intact()).isTrue();
    }

    @Test
    void key_isNeeded_andTheRightOne() throws IOException {
        String key = "k".repeat(40);
        write(key);
        assertThat(new AuditCheck(files, key, null).run().intact()).isTrue();
        assertThat(broken().why()).contains("set HOLDFAST_AUDIT_KEY");
        assertThat(new AuditCheck(files, "other".repeat(9), null).run().broken().why())
                .contains("is not the key of the server");
        write(null);
        assertThat(new AuditCheck(files, key, null).run().broken().why()).contains("without a key");
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 64, 65, 200})
    void keyedHash_isTheHmacOfTheJdk(int length) throws Exception {
        String key = "k".repeat(length);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key.getBytes(UTF_8), "HmacSHA256"));
        mac.update(AuditHash.NONE.getBytes(UTF_8));
        String wanted = HexFormat.of().formatHex(mac.doFinal("content".getBytes(UTF_8)));
        assertThat(new AuditHash(key).of(AuditHash.NONE, "content".getBytes(UTF_8)))
                .isEqualTo(wanted);
    }

    @Test
    void expectedHash_ofAnyLine_isFound() throws IOException {
        String early =
                AuditLine.read(lines(files.numbered(1)).get(1).getBytes(UTF_8)).hash();
        assertThat(new AuditCheck(files, null, early).run().intact()).isTrue();
        assertThat(new AuditCheck(files, null, last).run().intact()).isTrue();
        assertThat(new AuditCheck(files, null, "f".repeat(64)).run().broken().why())
                .contains("No line has the hash");
    }

    @Test
    void nothing_links_andFoldersAreNotRead() throws IOException {
        AuditFiles none = new AuditFiles(folder.resolve("none.jsonl"));
        assertThatThrownBy(() -> new AuditCheck(none, null, null).run()).isInstanceOf(NoSuchFileException.class);
        AuditFiles link = new AuditFiles(folder.resolve("link.jsonl"));
        Files.createSymbolicLink(link.current(), files.current());
        assertThatThrownBy(() -> new AuditCheck(link, null, null).run()).hasMessageContaining("is a link");
    }

    @Test
    void hugeLine_takesLittleMemory_andIsFound() throws IOException {
        Files.write(files.current(), new byte[4 << 20]);
        assertThat(broken().line()).isEqualTo(1);
    }
}
