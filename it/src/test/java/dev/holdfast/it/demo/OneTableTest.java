package dev.holdfast.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast demo one-table}: Git LFS, Terraform's requests, the command and the page meet. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OneTableTest {
    @Test
    void demo_refusesEachToolByTheLocksOfTheOthers(@TempDir Path folder) throws Exception {
        try (PlayedDemo demo = PlayedDemo.start("one-table", folder, "--port", "0")) {
            assertThat(demo.get("/")).contains("<title>");
            assertThat(demo.said())
                    .contains("Locked Manuscript/Chapters/Chapter_03.md")
                    .containsPattern("Chapter_03 has been held by ann \\(Git LFS\\)")
                    .contains("\"Who\":\"ben@laptop\"")
                    .containsPattern("terraform/network has been held by ben \\(Terraform\\)")
                    .contains("Total: 2 active locks")
                    .containsPattern("Locking Manuscript/Chapters/Chapter_03.md failed: Chapter_03 .*Cleo")
                    .containsPattern("\"Who\":\"Cleo\".*\\(423\\)")
                    .doesNotContain("went wrong");
            demo.process().descendants().forEach(ProcessHandle::destroy);
            demo.process().waitFor();
            TypedHints hints = TypedHints.of(demo.said());
            assertThat(hints.type("./holdfast status", 0)).contains("No active locks");
            assertThat(hints.type("./holdfast history", 0)).contains("terraform/network", "Chapter_03");
            hints.assertAllTyped();
        }
    }
}
