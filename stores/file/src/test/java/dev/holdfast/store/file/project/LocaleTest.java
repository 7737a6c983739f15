package dev.holdfast.store.file.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Mode;
import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file is the same wherever it is written. */
class LocaleTest {
    private static final Instant TIME = Instant.parse("2025-03-30T01:30:00Z");

    @ParameterizedTest
    @Timeout(180)
    @CsvSource({"tr,TR,Asia/Kolkata", "ar,EG,Africa/Cairo", "th,TH,Europe/Berlin"})
    void roundTrip_anotherLocaleAndZone_isTheSame(String language, String country, String zone, @TempDir Path folder)
            throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Duser.language=" + language,
                        "-Duser.country=" + country,
                        "-Duser.timezone=" + zone,
                        "-cp",
                        System.getProperty("java.class.path"),
                        LocaleProcess.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        try {
            String there = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();

            assertThat(there.lines().toList()).startsWith(language + "-" + country + " " + zone);
            assertThat(there.lines().skip(1).toList()).isEqualTo(roundTrip(folder.resolve("here")));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void roundTrip_here_isAsExpected(@TempDir Path folder) throws IOException {
        assertThat(roundTrip(folder.resolve("here")))
                .contains(
                        "2025-03-30T01:30:00Z SHARED",
                        "      \"timestamp\": \"2025-03-30T01:30:00Z\",",
                        "2025-03-30T01:30:00Z",
                        "locks.json.corrupt.20250330T013000Z");
    }

    private static List<String> roundTrip(Path folder) throws IOException {
        return List.of(LocaleProcess.roundTrip(folder).split("\n"));
    }

    /** Writes and reads a registry, and says what came of it. */
    static final class LocaleProcess {
        private LocaleProcess() {}

        public static void main(String[] args) throws IOException {
            String there = roundTrip(Path.of(args[0], "there"));
            System.out.println(Locale.getDefault().toLanguageTag() + " " + ZoneId.systemDefault());
            System.out.print(there);
        }

        static String roundTrip(Path folder) throws IOException {
            Files.createDirectories(folder);
            Path path = folder.resolve(RegistryFile.NAME);
            StringBuilder report = new StringBuilder();
            RegistryFile file = new RegistryFile(
                    folder,
                    folder.resolve("scratch"),
                    Disk.REAL,
                    () -> {},
                    new Backup(Disk.REAL, InstantSource.fixed(TIME)),
                    warning -> {});
            file.begin();
            RegistryEntry ours = RegistryEntry.of("TITLE_I", Holds.of("CLI-I", Mode.SHARED, TIME, TIME, "III iii"));
            file.replace(
                    registry -> registry.with(List.of(new Edit("TITLE_I", List.of(), List.of(ours)))),
                    () -> Registry.EMPTY);
            String text = Files.readString(path);
            report.append(text);
            RegistryEntry read = Registry.read(text, TIME).counting("TITLE_I").get(0);
            report.append(read.timestamp()).append(' ').append(read.mode()).append('\n');
            report.append(Timestamps.read("2025-03-30t01:30:00")).append('\n');
            Files.writeString(path, "corrupt");
            file.look(() -> Registry.EMPTY);
            try (var files = Files.list(folder)) {
                files.map(each -> each.getFileName().toString())
                        .sorted()
                        .forEach(name -> report.append(name).append('\n'));
            }
            return report.toString();
        }
    }
}
