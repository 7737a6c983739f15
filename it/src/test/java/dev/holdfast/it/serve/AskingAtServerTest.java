package dev.holdfast.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.CommandCall;
import dev.holdfast.internal.rules.AccessToken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users of a server ask each other for locks with the command. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AskingAtServerTest {
    private static final Map<String, String> SECRETS = new HashMap<>();

    private static OwnServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void serve() {
        server = new OwnServer(null);
        for (String user : List.of("ann", "eve", "ben", "cid", "dan")) {
            AccessToken token = AccessToken.of(user, List.of(AccessToken.Right.parse("editor")));
            SECRETS.put(user, server.tokens().create(token).secret());
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void begin() throws Exception {
        server.begin(folder);
    }

    private CommandCall call(String user, String... line) {
        return CommandCall.in(folder, server.environment(SECRETS.get(user)), line);
    }

    private void done(String user, String... line) {
        CommandCall call = call(user, line);
        assertThat(call.code()).as(call.out() + call.err()).isZero();
    }

    private CompletableFuture<CommandCall> asking(String user, String resource) {
        return CompletableFuture.supplyAsync(() -> call(user, "request", resource, "--wait", "4m"));
    }

    private void awaitRequest(String holder) {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> call(holder, "requests", "--json").out().contains("\"state\":\"open\""));
    }

    @Test
    @Tag("safety")
    void sharedHolders_whoAnswerDifferently_keepTheLockFromTheAsker() throws Exception {
        done("ann", "acquire", "a", "--mode", "shared");
        done("eve", "acquire", "a", "--mode", "shared");
        assertThat(call("ben", "acquire", "a").err()).contains("To ask for it: holdfast request a");
        CompletableFuture<CommandCall> asks = asking("ben", "a");
        awaitRequest("eve");
        done("ann", "answer", "a", "now");
        done("eve", "answer", "a", "no", "--message", "still reading");
        CommandCall told = asks.get(4, TimeUnit.MINUTES);
        assertThat(told.code()).isEqualTo(75);
        assertThat(told.err())
                .contains("The 2 holders of a have been asked", "eve did not want to hand a over: \"still reading\"");
        assertThat(call("ben", "who", "a").out()).contains("eve").doesNotContain("ann", "ben");
    }

    @Test
    @Tag("safety")
    void sharedHolders_whoBothHandOver_giveTheLockToTheAsker() throws Exception {
        done("ann", "acquire", "b", "--mode", "shared");
        done("eve", "acquire", "b", "--mode", "shared");
        CompletableFuture<CommandCall> asks = asking("ben", "b");
        awaitRequest("eve");
        done("ann", "answer", "b", "in", "10m");
        done("eve", "answer", "b", "now");
        assertThat(call("ben", "who", "b").out()).as("one of two").contains("ann");
        done("ann", "release", "b");
        CommandCall got = asks.get(4, TimeUnit.MINUTES);
        assertThat(got.code()).as(got.err()).isZero();
        assertThat(call("ann", "who", "b").out()).contains("ben").doesNotContain("ann", "eve");
        done("ben", "release", "--receipt", got.out().strip());
    }

    @Test
    void mutedHolder_isNotAsked_andIsAskedAgainLater() {
        done("ann", "acquire", "c");
        done("ann", "answer", "c", "mute");
        CommandCall refused = call("cid", "request", "c");
        assertThat(refused.code()).isEqualTo(75);
        assertThat(refused.err()).contains("does not want to be asked");
        assertThat(call("ann", "requests").out()).isEmpty();
        done("ann", "answer", "c", "unmute");
        done("cid", "request", "c");
        assertThat(call("ann", "requests").out()).contains("cid has been asking for c");
    }

    @Test
    @Tag("safety")
    void noOneAnswers_forAnotherUser() {
        done("ann", "acquire", "d");
        done("dan", "request", "d");
        for (String user : List.of("ben", "dan")) {
            assertThat(call(user, "answer", "d", "now").code()).as(user).isEqualTo(76);
            assertThat(call(user, "answer", "d", "mute").code()).as(user).isEqualTo(76);
        }
        assertThat(call("ben", "requests", "--json").out()).contains("\"received\":[]");
        assertThat(call("ben", "who", "d").out()).contains("ann");
        done("ann", "answer", "d", "now");
        assertThat(call("ben", "who", "d").out()).contains("dan");
    }
}
