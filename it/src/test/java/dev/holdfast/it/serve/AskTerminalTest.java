package dev.holdfast.it.serve;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.browser.Chromium;
import dev.holdfast.cli.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A page asks a terminal for a lock and gets it: server, commands and browser as processes of their own. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AskTerminalTest {
    private static final Pattern ADDRESS = Pattern.compile("at (http://127\\.0\\.0\\.1:\\d+) ");
    private static final String RESOURCE = "example/policy/12345";

    @TempDir
    private Path folder;

    private Process server;

    @AfterEach
    void end() throws InterruptedException {
        Chromium.leave();
        server.destroyForcibly().waitFor();
    }

    private ProcessBuilder holdfast(Map<String, String> environment, List<String> arguments) {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.command().addAll(arguments);
        builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        builder.environment().put("XDG_DATA_HOME", folder.resolve("data").toString());
        builder.environment().putAll(environment);
        return builder;
    }

    private String serve() throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        server = holdfast(Map.of(), List.of("serve", "--port", "0", "--store", "memory:"))
                .redirectOutput(out.toFile())
                .start();
        while (true) {
            Matcher address = ADDRESS.matcher(Files.readString(out));
            if (address.find()) {
                return address.group(1);
            }
            assertThat(server.isAlive()).as(Files.readString(out)).isTrue();
            Thread.sleep(20);
        }
    }

    /** Calls the command as Anna does in her terminal. Returns what it says. */
    private String anna(String address, String... arguments) throws IOException, InterruptedException {
        Process process = holdfast(Map.of("HOLDFAST_STORE", address, "HOLDFAST_OWNER", "Anna"), List.of(arguments))
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @Test
    void page_asksTheTerminal_andGetsTheLock() throws Exception {
        String address = serve();
        anna(address, "acquire", RESOURCE, "--note", "by hand");
        Page ben = Chromium.shared().page(address + "/example", new Browser.NewContextOptions());
        Locator editing = ben.locator("holdfast-editing");
        assertThat(editing).containsText("Anna is editing");
        ben.getByLabel("Your name").fill("Ben");
        button(ben, "Edit").click();
        assertThat(ben.locator("#message")).containsText("has been held by Anna");
        button(ben, "Ask for it…").click();
        ben.getByLabel("Message, which the holder reads").fill("May I have it?");
        button(ben, "Send").click();
        assertThat(editing).containsText("Anna has been asked.");

        assertThat(anna(address, "requests")).contains("Ben", RESOURCE, "May I have it?");
        anna(address, "answer", RESOURCE, "in", "10m", "--message", "after this clause");
        assertThat(editing).containsText("Anna hands over by");
        assertThat(editing).containsText("“after this clause”");
        assertThat(ben.getByLabel("Text")).not().isEditable();

        anna(address, "answer", RESOURCE, "now");
        assertThat(editing).containsText("You are editing");
        assertThat(ben.getByLabel("Text")).isEditable();
        assertThat(anna(address, "status", RESOURCE)).contains("Ben").doesNotContain("Anna");
        button(ben, "Submit").click();
        assertThat(ben.locator("#message")).hasText("Submitted.");
    }
}
