package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.browser.Chromium;
import dev.holdfast.check.LongTest;
import dev.holdfast.server.Guarded;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.server.WebOptions;
import dev.holdfast.server.http.Origins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast.js} from its tarball for npm: types, a bundled page in a browser, and a program in Node. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class NpmPackageTest extends InChromium {
    private static final Policies KEEPING = new Policies(
            List.of(), Preset.OFFLINE.policy().toBuilder().drafts(true).build());
    private static final int LEFT_OUT = 3;

    @TempDir
    private Path folder;

    private String said() throws IOException {
        return Files.readString(folder.resolve("said.txt"));
    }

    private int run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said.txt").toFile())
                .start();
        try {
            assertThat(process.waitFor(240, TimeUnit.SECONDS)).as(said()).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private static void billNamesEachFile(Path installed) throws IOException, NoSuchAlgorithmException {
        String bill = Files.readString(installed.resolve("bom.json"));
        assertThat(bill).contains("\"CycloneDX\"", "\"pkg:npm/holdfast-client@", "\"Apache-2.0\"");
        try (Stream<Path> files = Files.walk(installed)) {
            List<Path> scripts =
                    files.filter(file -> file.toString().endsWith(".js")).toList();
            assertThat(scripts).hasSizeGreaterThan(5);
            for (Path script : scripts) {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(script));
                assertThat(bill)
                        .contains(
                                installed.relativize(script).toString(),
                                HexFormat.of().formatHex(hash));
            }
        }
    }

    @Test
    @LongTest("fetches a compiler and a bundler from npm; covered by messages.test.mjs and OwnPagesTest in every check")
    void tarball_isTyped_bundled_andRunsInNode() throws Exception {
        Path used = folder.resolve("used");
        int packed = run("../it/npm-package", used.toString());
        Assumptions.assumeTrue(packed != LEFT_OUT, said());
        assertThat(packed).as(said()).isZero();
        billNamesEachFile(used.resolve("node_modules/holdfast-client"));

        WebOptions web = new WebOptions(used.resolve("web"), Origins.NONE);
        try (LockManager locks = LockManager.open("memory:", ManagerOptions.DEFAULT.policies(KEEPING));
                HoldfastServer server = HoldfastServer.start(
                        locks, ServerOptions.DEFAULT.port(0).web(web))) {
            Page page = browser.newContext().newPage();
            page.setDefaultTimeout(Chromium.PATIENCE);
            page.navigate(server.address() + "/pages/");
            assertThat(page.locator("#out")).hasText("package/1 written 2 true");
            assertThat(page.locator("holdfast-editing")).containsText("Sie bearbeiten es");
            locks.admin().forceRelease("package/1", "Ada", "weiter");
            assertThat(page.locator("#out"))
                    .containsText("Ihre Sperre auf package/1 ist beendet: Ada hat die Sperre freigegeben (weiter).");
        }
        try (Guarded server = Guarded.byTokens(KEEPING)) {
            String token = server.token("program", "admin").secret();
            int code = run("node", used.resolve("program.mjs").toString(), server.address(), token);
            assertThat(code).as(said()).isZero();
            assertThat(said()).contains("done");
            assertThat(server.locks().list("node/").stream().allMatch(lock -> lock.free()))
                    .isTrue();
        }
    }
}
