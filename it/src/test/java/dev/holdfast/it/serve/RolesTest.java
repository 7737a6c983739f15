package dev.holdfast.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.cli.CommandCall;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.command.Commands;
import dev.holdfast.cli.command.Whereabouts;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.mcp.Reply;
import dev.holdfast.cli.mcp.Tool;
import dev.holdfast.cli.mcp.Toolbox;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.rules.AccessToken;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each command may do at a server with the token of each role, as docs/server.md has it. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RolesTest {
    private static final List<String> ROLES = List.of("reader", "editor", "admin");
    private static final Map<String, String> SECRETS = new HashMap<>();

    /** The exit codes of a reader, an editor and an administrator. */
    private static final String LINES = """
            status                              |  0 |  0 |  0
            status other                        |  0 |  0 |  0
            who other                           |  0 |  0 |  0
            who free                            |  1 |  1 |  1
            history                             |  0 |  0 |  0
            guard other                         |  2 |  2 |  2
            guard free                          |  0 |  0 |  0
            git receive --user ann              |  0 |  0 |  0
            doctor                              |  0 |  0 |  0
            wait free --wait 0s                 |  0 |  0 |  0
            wait other --wait 0s                | 75 | 75 | 75
            init                                |  0 |  0 |  0
            trust                               |  0 |  0 |  0
            completion words -- who o           |  0 |  0 |  0
            acquire free                        | 77 |  0 |  0
            acquire free free2 --wait 1s        | 77 |  0 |  0
            acquire free --mode shared          | 77 |  0 |  0
            acquire other                       | 77 | 75 | 75
            acquire other --override --note x   | 77 | 77 |  0
            run free -- true                    | 77 |  0 |  0
            request other                       | 77 |  0 |  0
            request free                        | 77 | 75 | 75
            requests                            |  0 |  0 |  0
            answer mine now                     | 76 | 76 | 76
            answer mine mute                    | 77 |  0 |  0
            renew mine                          | 77 |  0 |  0
            release mine                        | 77 |  0 |  0
            release --all                       |  0 |  0 |  0
            force-release other --reason x      | 77 | 77 |  0
            clear --yes                         | 77 | 77 |  0
            token list                          | 64 | 64 | 64
            token create x --role admin         | 64 | 64 | 64
            token rotate x                      | 64 | 64 | 64
            token revoke x                      | 64 | 64 | 64
            serve                               | 64 | 64 | 64
            hooks install claude                |  0 |  0 |  0
            shell-lib                           |  0 |  0 |  0
            plan --no-input                     |  0 |  0 |  0
            audit .                             |  0 |  0 |  0
            audit-log verify none.jsonl         | 64 | 64 | 64
            demo                                |  0 |  0 |  0
            """;

    /** Commands with tests of their own, here and in {@link LiveRolesTest}. */
    private static final Set<String> APART = Set.of("verify", "hook", "mcp", "watch", "top");

    private static OwnServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void serve() {
        server = new OwnServer(null);
        for (String right : List.of("reader", "editor", "admin", "editor:mine/", "editor=mine/1")) {
            AccessToken token = AccessToken.of("user of " + right, List.of(AccessToken.Right.parse(right)));
            SECRETS.put(right, server.tokens().create(token).secret());
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void oneHoldOfAnother() throws Exception {
        server.begin(folder);
        server.locks().holds().grant(LockRequest.of("other").owner(Owner.of("another")));
    }

    private Map<String, String> environment(String right) {
        Map<String, String> environment = server.environment(SECRETS.get(right));
        environment.put("XDG_DATA_HOME", folder.resolve("data").toString());
        return environment;
    }

    private CommandCall call(String right, String line) {
        return CommandCall.in(folder, environment(right), line.split(" "));
    }

    @Test
    void everyCommand_isTried() {
        Set<String> tried = LINES.lines()
                .map(line -> line.substring(0, line.indexOf(' ')))
                .collect(Collectors.toCollection(TreeSet::new));
        tried.addAll(APART);
        assertThat(tried).containsExactlyInAnyOrderElementsOf(Commands.names());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = LINES)
    void command_mayWhatItsRoleMay(String line, int reader, int editor, int admin) {
        List<Integer> codes = List.of(reader, editor, admin);
        for (int i = 0; i < ROLES.size(); i++) {
            call(ROLES.get(i), "acquire mine");
            CommandCall done = call(ROLES.get(i), line);
            assertThat(done.code()).as(ROLES.get(i) + ": " + done.err()).isEqualTo(codes.get(i));
            assertThat(done.err()).doesNotContain("Exception", "for :", "mistake in Holdfast");
            call(ROLES.get(i), "release --all");
        }
    }

    @Test
    void commandAlone_showsTheLocks_withEachRole() {
        for (String role : ROLES) {
            ByteArrayOutputStream shown = new ByteArrayOutputStream();
            PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
            Whereabouts.show(new Environment(environment(role), folder, InputStream.nullInputStream(), out, out));
            assertThat(shown.toString(StandardCharsets.UTF_8))
                    .as(role)
                    .contains(server.address(), "other: held by another")
                    .doesNotContain("Problem");
        }
    }

    @Test
    void completion_knowsTheHeldResources_withEachRole() {
        for (String role : ROLES) {
            assertThat(call(role, "completion words -- who o").out()).as(role).contains("other");
        }
    }

    @Test
    void receipt_isVerifiedByItsHolder() {
        String receipt = call("editor", "acquire mine").out().strip();
        assertThat(call("editor", "verify --receipt " + receipt).code()).isZero();
        assertThat(call("editor", "renew --receipt " + receipt).code()).isZero();
        assertThat(call("reader", "verify --receipt " + receipt).code()).isEqualTo(77);
        assertThat(call("admin", "verify --receipt " + receipt).code())
                .as("another's")
                .isEqualTo(76);
        assertThat(call("editor", "release --receipt " + receipt).code()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "editor:mine/, mine/1, 0",
        "editor:mine/, mine/../free, 77",
        "editor:mine/, minefield, 77",
        "editor:mine/, free, 77",
        "editor=mine/1, mine/1, 0",
        "editor=mine/1, mine/12, 77"
    })
    void rights_areForSomeResources(String right, String resource, int code) {
        CommandCall done = call(right, "acquire " + resource);
        assertThat(done.code()).as(done.err()).isEqualTo(code);
        call(right, "release --all");
    }

    @ParameterizedTest
    @CsvSource({"hook, 0, 0, 0", "hook --take all --when-away closed, 2, 0, 0", "hook --take all, 0, 0, 0"})
    void hook_takesWithTheRoleOfAnEditor(String line, int reader, int editor, int admin) {
        List<Integer> codes = List.of(reader, editor, admin);
        for (int i = 0; i < ROLES.size(); i++) {
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
            CommandCall done = CommandCall.reading(event, folder, environment(ROLES.get(i)), line.split(" "));
            assertThat(done.code()).as(ROLES.get(i) + ": " + done.err()).isEqualTo(codes.get(i));
            server.locks().admin().clear("the test");
        }
    }

    @Test
    void tools_workWithTheRoleOfAnEditor() throws Exception {
        for (String role : ROLES) {
            boolean reads = role.equals("reader");
            PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
            Environment environment =
                    new Environment(environment(role), folder, InputStream.nullInputStream(), nowhere, nowhere);
            try (CommandContext call = new CommandContext(environment, new GlobalOptions(), List.of());
                    Toolbox tools = new Toolbox(call)) {
                for (Tool tool : Tool.all()) {
                    Map<String, Object> arguments = switch (tool.name()) {
                        case "acquire", "release" -> Map.of("resources", List.of("free"));
                        case "who" -> Map.of("resource", "free");
                        case "request" -> Map.of("resource", "other");
                        case "answer" -> Map.of("resource", "other", "answer", "now");
                        default -> Map.of();
                    };
                    Reply reply = tools.call(tool, arguments, "assistant");
                    boolean changes = Set.of("acquire", "release", "request").contains(tool.name());
                    boolean unasked = tool.name().equals("answer");
                    assertThat(reply.error())
                            .as(role + " " + tool.name() + ": " + reply.text())
                            .isEqualTo(unasked || (reads && changes));
                    assertThat(reply.text()).doesNotContain("mistake in Holdfast");
                }
            }
        }
    }
}
