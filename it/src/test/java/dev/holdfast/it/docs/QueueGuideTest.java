package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engines.PlayedGuide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guide for queues, played with its workers as processes. Only Maven is replaced: by the compiler and the class path here. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QueueGuideTest {
    private static final String COMPILER = """
            set -e
            mkdir -p target/classes
            javac -Xlint:all,-path -Werror -implicit:none -proc:none -d target/classes -cp 'CLASS_PATH' src/main/java/parcels/*.java
            printf '%s' 'CLASS_PATH' > target/classpath
            """;

    @TempDir
    Path folder;

    @Test
    void guide_doesWhatItShows() throws Exception {
        PlayedGuide guide = new PlayedGuide(folder, COMPILER.replace("CLASS_PATH", classPath()), installed());
        assertThat(guide.play("queues.md")).isEqualTo(3);
        assertThat(folder.resolve("parcels/locks.db")).exists();
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** A clone that has installed its artifacts already. */
    private Path installed() throws IOException {
        Path clone = Files.createDirectory(folder.resolve("clone"));
        Path wrapper = Files.writeString(clone.resolve("mvnw"), "#!/bin/sh\n");
        assertThat(wrapper.toFile().setExecutable(true)).isTrue();
        return clone;
    }
}
