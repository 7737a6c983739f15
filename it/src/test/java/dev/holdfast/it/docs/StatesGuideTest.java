package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.CommandCall;
import dev.holdfast.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guide for Terraform: its configuration starts a server, and its session is what {@code curl} and the command print. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StatesGuideTest {
    private static final Path PAGE =
            Path.of("").toAbsolutePath().getParent().resolve("docs").resolve("terraform.md");
    private static final Pattern PORT = Pattern.compile("at http://127\\.0\\.0\\.1:(\\d+) ");

    @TempDir
    private Path folder;

    private @Nullable Process server;

    @AfterEach
    void end() throws InterruptedException {
        if (server != null) {
            server.destroyForcibly().waitFor();
        }
    }

    private static String block(String language) throws IOException {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(block.find()).as("a block of " + language).isTrue();
        return block.group(1);
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        for (String place : new String[] {"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"}) {
            environment.put(place, folder.resolve("home").toString());
        }
        environment.put(
                "JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
        environment.put("CLASSES", System.getProperty("java.class.path"));
        environment.put("TZ", "UTC");
        environment.put("HOLDFAST_TRUST", folder.resolve("infra").toString());
        return environment;
    }

    private String token(Path project, String user) {
        CommandCall made = CommandCall.reading(
                "",
                project,
                environment(),
                "token",
                "create",
                user,
                "--role",
                "editor",
                "--prefix",
                "terraform/network",
                "--store",
                "sqlite:" + project.resolve("locks.db"));
        assertThat(made.code()).as(made.err()).isZero();
        return made.out().strip();
    }

    private int serve(Path project) throws IOException {
        Path out = folder.resolve("serve.txt");
        ProcessBuilder builder = new ProcessBuilder(
                        environment().get("JAVA"),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        environment().get("CLASSES"),
                        Main.class.getName(),
                        "serve",
                        "--port",
                        "0")
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment());
        Process started = builder.start();
        server = started;
        await().atMost(Duration.ofMinutes(3))
                .until(() -> !started.isAlive()
                        || PORT.matcher(Files.readString(out)).find());
        Matcher port = PORT.matcher(Files.readString(out));
        assertThat(port.find()).as(Files.readString(out)).isTrue();
        return Integer.parseInt(port.group(1));
    }

    @Test
    void guide_isWhatHappens() throws Exception {
        Path project =
                Files.createDirectories(folder.resolve("infra").resolve(".git")).getParent();
        Files.writeString(project.resolve("holdfast.yaml"), block("yaml"));
        String ann = token(project, "ann");
        String ben = token(project, "ben");
        int port = serve(project);
        String shown = block("console");
        StringBuilder script = new StringBuilder();
        shown.lines()
                .filter(line -> line.startsWith("$ "))
                .forEach(line -> script.append("printf '%s\\n' '")
                        .append(line.replace("'", "'\\''"))
                        .append("'\n")
                        .append(line.substring(2).replace("7420", Integer.toString(port)))
                        .append("\n"));
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path command = Files.writeString(
                bin.resolve("holdfast"),
                "#!/bin/sh\nexec \"$JAVA\" -XX:TieredStopAtLevel=1 -cp \"$CLASSES\" " + Main.class.getName()
                        + " \"$@\"\n");
        assertThat(command.toFile().setExecutable(true)).isTrue();
        Path out = folder.resolve("session.txt");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", lines(script.toString()))
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment());
        builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
        builder.environment().put("ann", ann);
        builder.environment().put("ben", ben);
        Process shell = builder.start();
        shell.getOutputStream().close();
        try {
            assertThat(shell.waitFor(300, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            shell.destroyForcibly();
        }
        assertThat(masked(Files.readString(out))).isEqualTo(masked(shown));
    }

    /** Ends the answers of curl, which have no line end, with one. */
    private static String lines(String script) {
        return script.replaceAll("(?m)^(curl .*)$", "$1; echo");
    }

    private static String masked(String text) {
        return text.replaceAll("(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d", "hh:mm")
                .replaceAll("\\d+ (s|seconds?) ago", "N s ago")
                .replaceAll("\n\n", "\n");
    }
}
