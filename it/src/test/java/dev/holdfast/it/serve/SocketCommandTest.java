package dev.holdfast.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.check.ShortFolder;
import dev.holdfast.cli.CommandCall;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.mcp.Reply;
import dev.holdfast.cli.mcp.Tool;
import dev.holdfast.cli.mcp.Toolbox;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.cli.project.ServeSettings;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.rules.AccessToken;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command at the Unix socket of a server: the account is who asks, and no token is sent that was not kept for it. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SocketCommandTest {
    private static final String ACCOUNT = System.getProperty("user.name");

    @TempDir(factory = ShortFolder.class)
    private static Path place;

    @TempDir
    private Path folder;

    private static OwnServer server;

    @BeforeAll
    static void serve() {
        server = new OwnServer(
                new ServeSettings.Socket(place.resolve("s.sock"), null, false, Map.of(), List.of(), true));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void begin() throws Exception {
        server.begin(folder);
    }

    private Map<String, String> environment() {
        Map<String, String> environment = server.environment("hf_of-another-server");
        environment.put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
        return environment;
    }

    private String call(int code, String line) {
        return called(code, "", environment(), line);
    }

    private String called(int code, String input, Map<String, String> environment, String line) {
        CommandCall done = CommandCall.reading(input, folder, environment, line.split(" "));
        assertThat(done.code()).as(line + ": " + done.out() + done.err()).isEqualTo(code);
        assertThat(done.err()).doesNotContain("Exception", "mistake in Holdfast");
        return done.out() + done.err();
    }

    @Test
    void commands_workAsOnAStore() throws Exception {
        assertThat(server.address()).isEqualTo("unix:" + place.resolve("s.sock"));
        String receipt = call(0, "acquire r --note why").strip();
        assertThat(call(0, "who r")).contains("r", "me (" + ACCOUNT + ")", "why");
        assertThat(server.locks().view("r").holders().get(0).hold().owner().user())
                .isEqualTo("unix:" + ACCOUNT);
        assertThat(call(75, "acquire r --owner bob")).contains("me (" + ACCOUNT + ")");
        assertThat(call(0, "status --json")).contains("unix:" + place.resolve("s.sock"));
        assertThat(call(0, "doctor"))
                .contains("unix:" + place.resolve("s.sock"))
                .doesNotContain("disk");
        call(0, "verify --receipt " + receipt);
        call(0, "renew --receipt " + receipt);
        call(75, "wait r --owner bob --wait 0s");
        CompletableFuture<String> waiting =
                CompletableFuture.supplyAsync(() -> call(0, "acquire r --owner bob --wait 2m"));
        while (server.locks().view("r").queue().isEmpty()) {
            assertThat(waiting).isNotDone();
            Thread.onSpinWait();
        }
        call(0, "release r");
        assertThat(waiting.get()).isNotBlank();
        call(0, "run s -- true");
        call(0, "force-release r --reason over");
        assertThat(call(0, "history")).contains("acquired", "released");
        assertThat(call(64, "serve")).contains("is another server");
        assertThat(call(64, "token list")).contains("is another server");
    }

    @Test
    void hook_asksTheServer() throws Exception {
        String event = Json.write(Map.of(
                "session_id",
                "session",
                "cwd",
                folder.toString(),
                "hook_event_name",
                "PreToolUse",
                "tool_name",
                "Write",
                "tool_input",
                Map.of("file_path", folder.resolve("a.txt").toString())));
        called(0, event, environment(), "hook --take all --when-away closed");
        server.locks().admin().clear("the test");
        server.locks()
                .holds()
                .grant(LockRequest.of("a.txt").owner(Owner.of("another").named("Bob")));
        assertThat(called(2, event, environment(), "hook")).contains("Bob");
    }

    @Test
    void tools_askTheServer() throws Exception {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Environment environment =
                new Environment(environment(), folder, InputStream.nullInputStream(), nowhere, nowhere);
        try (CommandContext call = new CommandContext(environment, new GlobalOptions(), List.of());
                Toolbox tools = new Toolbox(call)) {
            for (Tool tool : Tool.all()) {
                Map<String, Object> arguments = switch (tool.name()) {
                    case "acquire", "release" -> Map.of("resources", List.of("free"));
                    case "who" -> Map.of("resource", "free");
                    case "request" -> Map.of("resource", "free", "withdraw", true);
                    case "answer" -> Map.of("resource", "free", "answer", "no");
                    default -> Map.of();
                };
                Reply reply = tools.call(tool, arguments, "assistant");
                assertThat(reply.error())
                        .as(tool.name() + ": " + reply.text())
                        .isEqualTo(tool.name().equals("answer")); // no holder was asked
            }
        }
    }

    @Test
    void token_isSentOnlyIfItIsKeptForTheSocket() {
        call(0, "acquire r");
        String secret = server.tokens()
                .create(AccessToken.of("bot", List.of(AccessToken.Right.parse("reader"))))
                .secret();
        called(0, secret + "\n", environment(), "token use " + server.address());
        assertThat(call(77, "acquire q")).contains("editor");
        call(0, "token forget " + server.address());
        call(0, "acquire q");
    }

    @Test
    void project_thatNamesASocket_isTrustedFirst() throws Exception {
        Map<String, String> environment = environment();
        environment.remove("HOLDFAST_STORE");
        for (String store : List.of(server.address(), "unix:run/s.sock", "unix:nobody@" + folder.resolve("s"))) {
            Files.writeString(folder.resolve("holdfast.yaml"), "store: " + store + "\n");
            assertThat(called(77, "", environment, "status")).contains(store, "holdfast trust");
        }
        Files.writeString(folder.resolve("holdfast.yaml"), "store: " + server.address() + "\n");
        called(0, "", environment, "status --trust");
        Files.writeString(folder.resolve("holdfast.yaml"), "store: unix:run/s.sock\n");
        assertThat(called(69, "", environment, "status --trust"))
                .contains(folder.resolve("run/s.sock").toString());
    }
}
