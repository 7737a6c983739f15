package dev.holdfast.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which process has a file locked, as Linux tells. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "other systems do not tell")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FileLockHolderTest {
    @TempDir
    Path temp;

    /** Takes the file; locks it and says so. */
    public static void main(String[] args) throws Exception {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            System.out.println(lock.isValid());
            System.in.read();
        }
    }

    @Test
    void of_lockedByThisProcess_isEmpty() throws Exception {
        Path file = Files.createFile(temp.resolve("file"));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThat(FileLockHolder.of(file)).isEmpty();
        }
    }

    @Test
    void of_lockedByAnotherProcess_namesItForThatFileOnly() throws Exception {
        Path file = Files.createFile(temp.resolve("file"));
        Path other = Files.createFile(temp.resolve("other"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FileLockHolderTest.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            BufferedReader output =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            assertThat(output.readLine()).isEqualTo("true");
            assertThat(FileLockHolder.of(other)).isEmpty();
            FileLockHolder holder =
                    FileLockHolder.of(temp.resolve("missing"), other, file).orElseThrow();
            assertThat(holder).isEqualTo(new FileLockHolder(process.pid(), false));
            assertThat(holder.advice()).contains("kill " + process.pid());
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(FileLockHolder.of(file)).isEmpty();
    }
}
