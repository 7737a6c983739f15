package dev.holdfast.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockManager;
import dev.holdfast.check.LongTest;
import dev.holdfast.check.ShortFolder;
import dev.holdfast.cli.CommandCall;
import dev.holdfast.cli.Main;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast serve}, as a process of its own. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServeTest {
    private static final Pattern ADDRESS = Pattern.compile("at (http://127\\.0\\.0\\.1:\\d+|unix:\\S+) ");

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private Process process;

    @AfterEach
    void end() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Started there; where it can be reached. */
    private String serve(Path where, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("--port", "0"));
        all.addAll(List.of(arguments));
        return started(where, all);
    }

    private String started(Path where, List<String> arguments, String... jvm) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"))
                .directory(where.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.txt").toFile());
        builder.command().addAll(List.of(jvm));
        builder.command().addAll(List.of(Main.class.getName(), "serve"));
        builder.command().addAll(arguments);
        builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        builder.environment().put("XDG_DATA_HOME", folder.resolve("data").toString());
        process = builder.start();
        while (true) {
            Matcher address = ADDRESS.matcher(said());
            if (address.find()) {
                return address.group(1);
            }
            assertThat(process.isAlive()).as(said()).isTrue();
            Thread.sleep(20);
        }
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("out.txt"));
    }

    private static int take(String address, String resource) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/v1/locks"))
                .timeout(Duration.ofMinutes(2))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"resources\":[\"" + resource + "\"],\"owner\":{\"id\":\"anna\"}}"))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode();
    }

    /** A supervisor starts it again; a server that goes on with what is left answers nothing that can be relied on. */
    @Test
    @LongTest("fills a heap; UncaughtHandlerTest covers the decision in every check")
    void server_withoutMemory_endsWithAFailure() throws Exception {
        String address = started(folder, List.of("--port", "0", "--store", "memory:"), "-Xmx40m");
        String names = IntStream.range(0, 99).mapToObj(i -> ",\"" + i + "-%n\"").collect(Collectors.joining());
        String note = "n".repeat(1_000);
        try {
            for (int i = 0; process.isAlive(); i++) {
                takeAll(address, "\"r%n\"" + names, i, note);
            }
        } catch (IOException e) {
            // its last answer was not sent
        }
        assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said()).isEqualTo(ExitCode.BUG);
    }

    private static void takeAll(String address, String names, int number, String note)
            throws IOException, InterruptedException {
        String body = "{\"resources\":[" + names.replace("%n", Integer.toString(number)) + "],\"note\":\"" + note
                + "\",\"owner\":{\"id\":\"anna" + number + "\"}}";
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/v1/locks"))
                .timeout(Duration.ofMinutes(2))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        CLIENT.send(request, BodyHandlers.ofString());
    }

    @Test
    void server_inAProject_servesItsLocksAndStopsWhenTold() throws Exception {
        Path project = Files.createDirectories(folder.resolve("book/.git")).getParent();
        String address = serve(project);
        assertThat(said()).contains("Serving file:" + project.resolve(".locks"));
        assertThat(take(address, "Chapter_03")).isEqualTo(201);
        assertThat(take(address, "Chapter_03")).as("its own, again").isEqualTo(201);

        process.destroy();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(said()).contains("stopping").doesNotContain("Exception");
        assertThat(Files.readString(project.resolve(".locks/locks.json"))).contains("Chapter_03");
    }

    @Test
    void server_outsideOfAnyProject_servesAFileOfTheUser() throws Exception {
        Path pages = Files.createDirectory(folder.resolve("web"));
        Files.writeString(pages.resolve("index.html"), "<p>My page");
        String address = serve(Path.of("/"), "--pages", pages.toString());
        assertThat(said()).contains("Your pages: " + address + "/pages/");
        assertThat(get(address + "/pages/")).isEqualTo("<p>My page");
        Path file = folder.resolve("data/holdfast/locks.db");
        assertThat(said()).contains("Serving sqlite:" + file);
        assertThat(take(address, "r")).isEqualTo(201);
        try (LockManager locks = LockManager.open("sqlite:" + file)) {
            assertThat(locks.view("r").free()).isFalse();
        }
        assertThat(take(address, "example/policy/12345")).isEqualTo(201);
        assertThat(get(address + "/v1/policies/example%2Fpolicy%2F12345"))
                .as("the example keeps what it promises")
                .contains("\"drafts\":true");
        assertThat(get(address + "/v1/policies/r")).contains("\"drafts\":false");
    }

    private static String get(String address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofMinutes(2))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    /** Returns what a command says, asked for that store. */
    private String command(String store, int exitCode, String... arguments) {
        CommandCall call = CommandCall.in(folder, environment(store), arguments);
        assertThat(call.code()).as(call.out() + call.err()).isEqualTo(exitCode);
        return call.out() + call.err();
    }

    /** The same as a process of its own. */
    private String commandProcess(String store, int exitCode, String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        builder.environment().clear();
        builder.environment().putAll(environment(store));
        Process command = builder.start();
        String said = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(command.waitFor()).as(said).isEqualTo(exitCode);
        return said;
    }

    private static Map<String, String> environment(String store) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        environment.put("HOLDFAST_STORE", store);
        environment.put("HOLDFAST_OWNER", "anna");
        return environment;
    }

    @Test
    void command_pointedAtAServer_worksAsOnAStore() throws Exception {
        String address = serve(folder, "--store", "sqlite:" + folder.resolve("locks.db"));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(said()).contains("export HOLDFAST_STORE=" + address));
        String receipt =
                command(address, 0, "acquire", "r", "--note", "for good").strip();
        assertThat(commandProcess(address, 0, "who", "r")).contains("r has been held by anna", "for good");
        assertThat(command(address, 75, "acquire", "r", "--owner", "bob")).contains("has been held by anna");
        assertThat(command(address, 0, "verify", "--receipt", receipt).strip()).matches("\\d+");
        assertThat(commandProcess(address, 0, "run", "s", "--", "echo", "done")).isEqualTo("done\n");
        assertThat(command(address, 0, "renew", "--receipt", receipt)).doesNotContain("Exception");
        assertThat(command(address, 0, "release", "r")).doesNotContain("Exception");
        assertThat(command(address, 1, "who", "r")).contains("free");
        assertThat(command(address, 0, "history")).contains("released", "acquired");
        assertThat(command(address, 64, "serve")).contains("is another server");
        process.destroyForcibly().waitFor();
        assertThat(command(address, 69, "status")).contains("cannot be reached", "holdfast serve");
    }

    @Test
    void socket_ofAKilledServer_isReplaced_andOneThatIsUsedIsNot(@TempDir(factory = ShortFolder.class) Path place)
            throws Exception {
        Path socket = place.resolve("run/s.sock");
        String group =
                Files.readAttributes(place, PosixFileAttributes.class).group().getName();
        List<String> arguments = List.of("--store", "memory:", "--socket", socket.toString(), "--socket-group", group);
        String address = started(folder, arguments);
        assertThat(address).isEqualTo("unix:" + socket);
        String shared = "unix:" + System.getProperty("user.name") + "@" + socket;
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(said())
                        .contains("export HOLDFAST_STORE=" + shared)
                        .doesNotContain("http://"));
        assertThat(command(shared, 0, "status")).doesNotContain("Exception");
        assertThat(commandProcess(address, 0, "run", "s", "--", "echo", "done")).isEqualTo("done\n");
        String second = commandProcess("memory:", 69, "serve", "--socket", socket.toString());
        assertThat(second).contains("process " + process.pid(), "--socket").doesNotContain("\tat ");
        process.destroyForcibly().waitFor();
        assertThat(socket).as("what a killed server leaves").exists();
        assertThat(command(address, 69, "status")).contains("cannot be reached", "holdfast serve");
        started(folder, arguments);
        command(address, 0, "acquire", "r");
        process.destroy();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(socket).doesNotExist();
    }

    @Test
    void server_whoseProcessIsKilled_losesNothing() throws Exception {
        String store = "sqlite:" + folder.resolve("locks.db");
        assertThat(take(serve(folder, "--store", store), "r")).isEqualTo(201);
        process.destroyForcibly().waitFor();
        assertThat(take(serve(folder, "--store", store), "s")).isEqualTo(201);
        try (LockManager locks = LockManager.open(store)) {
            assertThat(locks.list("")).hasSize(2);
        }
    }

    @Test
    void server_withAnAuditLog_thatIsKilled_leavesOneThatCanBeVerified() throws Exception {
        String store = "sqlite:" + folder.resolve("locks.db");
        String log = folder.resolve("log").resolve("audit.jsonl").toString();
        assertThat(take(serve(folder, "--store", store, "--audit-log", log), "r"))
                .isEqualTo(201);
        assertThat(commandProcess(store, 73, "serve", "--port", "0", "--audit-log", log))
                .contains("another server writes it", "--audit-log")
                .doesNotContain("Exception");
        process.destroyForcibly().waitFor();
        assertThat(command(store, 0, "audit-log", "verify", log)).contains("Intact: 3 lines", "--expect");
        assertThat(take(serve(folder, "--store", store, "--audit-log", log), "s"))
                .isEqualTo(201);
        process.destroy();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        Matcher hash = Pattern.compile("ends with the hash ([0-9a-f]{64})").matcher(said());
        assertThat(hash.find()).as(said()).isTrue();
        assertThat(command(store, 0, "audit-log", "verify", log, "--expect", hash.group(1)))
                .contains("Intact: 6 lines", hash.group(1));
    }

    @Test
    void server_withSignIn_letsInByATokenOfTheCommand() throws Exception {
        Path project = Files.createDirectories(folder.resolve("book/.git")).getParent();
        Files.writeString(project.resolve("holdfast.yaml"), "serve:\n  sign-in:\n    tokens: true\n");
        String address = serve(project, "--trust");
        assertThat(take(address, "Chapter_03")).isEqualTo(401);
        Process command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "token",
                        "create",
                        "anna",
                        "--role",
                        "editor")
                .directory(project.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String secret = new String(command.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        assertThat(command.waitFor()).isZero();
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/v1/session"))
                .timeout(Duration.ofMinutes(2))
                .header("Authorization", "Bearer " + secret)
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .body())
                .contains("\"user\":\"anna\"");
        assertThat(said())
                .containsPattern(
                        "(?m)^\\d\\d:\\d\\d:\\d\\d INFO Refused POST /v1/locks to an unknown caller at 127\\.0\\.0\\.1")
                .doesNotContain(secret);
    }

    @Test
    void log_asJson_isOneObjectALine() throws Exception {
        Path project = Files.createDirectories(folder.resolve("book/.git")).getParent();
        Files.writeString(project.resolve("holdfast.yaml"), "serve:\n  sign-in:\n    tokens: true\n");
        assertThat(take(serve(project, "--trust", "--log", "json"), "r")).isEqualTo(401);
        process.destroy();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        List<Map<String, Object>> entries = said().lines()
                .filter(line -> !line.matches("(Serving|at|To use it from elsewhere:) .*")) // on standard output
                .map(Json::readObject)
                // On a busy machine Vert.x says that a thread was blocked.
                .filter(entry -> !String.valueOf(entry.get("logger")).startsWith("io.vertx."))
                .toList();
        assertThat(entries).hasSize(3).allSatisfy(entry -> {
            assertThat(entry)
                    .containsOnlyKeys("time", "level", "logger", "message")
                    .containsEntry("level", "INFO");
            assertThat(Instant.parse(String.valueOf(entry.get("time")))).isBeforeOrEqualTo(Instant.now());
        });
        assertThat(entries).extracting("logger").contains("dev.holdfast.server.access", "dev.holdfast.server");
        assertThat(String.valueOf(entries.get(0).get("message"))).contains("holdfast token create NAME --role admin");
        assertThat(String.valueOf(entries.get(1).get("message")))
                .startsWith("Refused POST /v1/locks to an unknown caller");
        assertThat(String.valueOf(entries.get(2).get("message"))).contains("stopping");
    }

    @Test
    void address_thatCannotBeServed_isExplained() throws Exception {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "serve",
                        "--host",
                        "0.0.0.0",
                        "--store",
                        "memory:")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.txt").toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(69);
        assertThat(said()).contains("Without sign-in").doesNotContain("\tat ");
    }
}
