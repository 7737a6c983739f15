package dev.holdfast.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.command.Whereabouts;
import dev.holdfast.cli.process.Holdfast.Done;
import dev.holdfast.cli.process.Holdfast.Running;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owners ask each other for locks with {@code request}, {@code requests} and {@code answer}. */
final class AskingCommandsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(100);

    @TempDir
    Path folder;

    private ProjectFolder project;
    private Holdfast ann;
    private Holdfast ben;

    @BeforeEach
    void annHoldsALock() {
        project = ProjectFolder.at(folder);
        ann = project.as("Ann");
        ben = project.as("Ben");
        ann.run("acquire", "a");
    }

    private static void done(int code, Done done, String... said) {
        assertThat(done.code()).as(done.out() + done.err()).isEqualTo(code);
        for (String one : said) {
            assertThat(done.out() + done.err()).contains(one);
        }
    }

    private void awaitRequest(Holdfast holder) {
        await().atMost(TIMEOUT)
                .until(() -> holder.run("requests", "--json").out().contains("\"state\":\"open\""));
    }

    @Test
    void refusal_offersToAsk() {
        done(ExitCode.BUSY, ben.run("acquire", "a", "--wait", "0"), "To ask for it: holdfast request a\n");
        done(
                ExitCode.BUSY,
                ben.run("acquire", "a", "--wait", "0", "--mode", "shared"),
                "To ask for it: holdfast request a --mode shared\n");
        done(ExitCode.BUSY, ben.run("wait", "a", "--wait", "0s"), "To ask for it: holdfast request a\n");
        ann.run("acquire", "b");
        done(
                ExitCode.BUSY,
                ben.run("acquire", "a", "b", "--wait", "0", "--owner", "Eve"),
                "To ask for a: holdfast request a --owner Eve\n",
                "To ask for b: holdfast request b --owner Eve\n");
    }

    @Test
    void refusal_offersNothing_wherePolicyOrProgramDoNotAllowIt() throws IOException {
        Files.writeString(folder.resolve("holdfast.yaml"), "policies:\n  - pattern: a\n    requests: never\n");
        project.lockedByAnotherProgram("c", "CLI-1", Duration.ofMinutes(1));
        ann.run("acquire", "a");
        for (String name : List.of("a", "c")) {
            Done refused = ben.run("acquire", name, "--wait", "0");
            assertThat(refused.code()).isEqualTo(ExitCode.BUSY);
            assertThat(refused.err()).contains("To take it over").doesNotContain("request");
        }
        done(ExitCode.BUSY, ben.run("request", "a"), "does not allow requests", "To wait for it: holdfast acquire a");
    }

    @Test
    void holderThatCannotBeTold_isNamedToTheAsker() {
        project.lockedByAnotherProgram("c", "CLI-1", Duration.ofMinutes(1));
        ann.run("acquire", "a");
        done(
                ExitCode.DONE,
                ben.run("request", "c"),
                "The lock of CLI-1 was made by another program, which cannot show the request: ask there, too.");
        Done late = ben.run("request", "a", "--wait", "1s");
        done(
                ExitCode.BUSY,
                late,
                "the request is withdrawn. Ann did not see it: the program there may not show requests.");
    }

    @Test
    void request_isSeenAndDeclined() {
        done(
                ExitCode.DONE,
                ben.run("request", "a", "--message", "Can I have it?"),
                "To see the answer: holdfast requests\n",
                "To withdraw it: holdfast request --withdraw a\n");
        done(ExitCode.DONE, ben.run("requests"), "Ann has been asked for a since", "and has not seen it yet.");
        done(
                ExitCode.DONE,
                ann.run("requests"),
                "Ben has been asking for a since",
                "\"Can I have it?\"",
                "To answer: holdfast answer a in 10m (or now, or no)\n");
        done(ExitCode.DONE, ben.run("requests"), "and has seen it.");
        done(ExitCode.BUSY, ben.run("request", "a"), "You have asked for a already", "holdfast requests");
        done(ExitCode.DONE, ann.run("answer", "a", "no", "--message", "not today"), "Ben is told that you keep a.");
        done(ExitCode.DONE, ben.run("requests"), "Ann did not want to hand a over: \"not today\"");
        done(ExitCode.LOST, ann.run("answer", "a", "now"), "There is no request to you for a any more.");
        assertThat(ann.run("requests").out()).isEmpty();
    }

    @Test
    @Tag("safety")
    void waitingAsker_getsTheLock_whenItIsHandedOver() throws IOException {
        Running asking = ben.start("request", "a", "--wait", "100s");
        awaitRequest(ann);
        done(ExitCode.DONE, ann.run("answer", "a", "now", "--message", "done with it"), "Ben has a now.");
        Done got = asking.done();
        done(ExitCode.DONE, got, "Ann has handed a over: \"done with it\"");
        String receipt = got.out().strip();
        done(ExitCode.DONE, ben.run("verify", "--receipt", receipt));
        done(ExitCode.DONE, ben.run("who", "a"), "Ben");
        assertThat(ben.run("who", "a", "--json").out())
                .as("the lock outlives the command that waited for it")
                .contains("\"processes\":[]");
        done(ExitCode.DONE, ben.run("requests"), "It is yours. To release it: holdfast release a\n");
        done(ExitCode.DONE, ben.run("release", "a"));
        done(ExitCode.LOST, ann.run("renew", "a"), "Ben");
    }

    @Test
    void promise_isSaidWithItsTime_andKeptByARelease() throws IOException {
        Running asking = ben.start("request", "a", "--wait", "100s");
        awaitRequest(ann);
        done(
                ExitCode.DONE,
                ann.run("answer", "a", "in", "10m", "--message", "after this scene"),
                "Ben is told. Your lock on a ends by",
                "(in 10 minutes), or when you release it.");
        await().atMost(TIMEOUT).until(() -> asking.err().contains("hands a over by"));
        assertThat(asking.err())
                .containsPattern("Ann hands a over by \\S+( \\S+)? \\(in 10 minutes\\): \"after this scene\"");
        done(ExitCode.NOT_PERMITTED, ann.run("answer", "a", "no"), "A promise is kept.", "holdfast answer a now");
        done(ExitCode.DONE, ann.run("requests"), "You hand it over by");
        ann.run("release", "a");
        done(ExitCode.DONE, asking.done(), "Ann has handed a over");
        done(ExitCode.DONE, ben.run("who", "a"), "Ben");
    }

    @Test
    void promiseBeyondTheWait_isNotTakenUp() throws IOException {
        Running asking = ben.start("request", "a", "--wait", "5s");
        awaitRequest(ann);
        ann.run("answer", "a", "in", "10m");
        done(ExitCode.BUSY, asking.done(), "It was not handed over within this wait, and the request is withdrawn.");
        ann.run("release", "a");
        done(ExitCode.FREE, ben.run("who", "a"));
    }

    @Test
    @Tag("safety")
    void signal_withdrawsTheRequest() throws Exception {
        Running asking = ben.start("request", "a", "--wait", "100s");
        awaitRequest(ann);
        asking.process().destroy();
        done(143, asking.done(), "Cancelled; the request is withdrawn.");
        assertThat(ann.run("requests").out()).isEmpty();
        ann.run("release", "a");
        done(ExitCode.FREE, ben.run("who", "a"));
    }

    @Test
    void terminal_showsACountdown_andCtrlCWithdraws() throws IOException {
        Running asking = ben.with("TERM", "xterm").atTerminal().start("request", "a", "--wait", "30m");
        await().atMost(TIMEOUT).until(() -> asking.out().contains("Waiting for the answer of Ann about a, 29 min "));
        ann.run("answer", "a", "in", "10m");
        await().atMost(TIMEOUT).until(() -> asking.out().contains("Ann hands a over in 9 min "));
        asking.type("\003");
        done(ExitCode.CANCELLED, asking.done(), "Cancelled; the request is withdrawn.");
        assertThat(ann.run("requests").out()).isEmpty();
    }

    @Test
    void terminalThatAskedForALock_isToldHowLongItLasts() throws IOException {
        Running asking = Holdfast.in(folder).with("TERM", "xterm").atTerminal().start("request", "a", "--wait", "100s");
        awaitRequest(ann);
        ann.run("answer", "a", "now");
        Done done = asking.done();
        done(ExitCode.DONE, done, "a is yours, as CLI-", "Others see it as stale after 15 minutes", "To release: ");
        assertThat(done.out()).as("bound to no process that has ended").doesNotContain("It ends");
        done(ExitCode.DONE, ben.run("who", "a"), "CLI-");
    }

    @Test
    void holdfastAlone_namesTheRequestsToAnswer() {
        ben.run("request", "a");
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, UTF_8);
        for (String owner : List.of("Ann", "Eve")) {
            shown.reset();
            Whereabouts.show(
                    new Environment(Map.of("HOLDFAST_OWNER", owner), folder, InputStream.nullInputStream(), out, out));
            assertThat(shown.toString(UTF_8).contains("holdfast requests"))
                    .as(owner)
                    .isEqualTo(owner.equals("Ann"));
        }
    }

    @Test
    @Tag("safety")
    void killedAsker_doesNotGetTheLock() throws Exception {
        Running asking = ben.start("request", "a", "--wait", "100s");
        awaitRequest(ann);
        asking.process().destroyForcibly();
        asking.done();
        done(ExitCode.LOST, ann.run("answer", "a", "now"), "There is no request to you for a any more.");
        done(ExitCode.DONE, ann.run("who", "a"), "Ann");
    }

    @Test
    void mutedHolder_isNotAsked() {
        done(ExitCode.DONE, ann.run("answer", "a", "mute"), "No one can ask you for a any more");
        done(ExitCode.BUSY, ben.run("request", "a"), "does not want to be asked", "holdfast acquire a --wait 5m");
        done(ExitCode.DONE, ann.run("answer", "a", "unmute"), "Others can ask you for a again.");
        done(ExitCode.DONE, ben.run("request", "a"));
        done(ExitCode.LOST, ben.run("answer", "a", "mute"), "Ben does not hold a.");
    }

    @Test
    void severalAskers_areAnsweredByName() {
        ben.run("request", "a");
        project.as("Eve").run("request", "a");
        done(ExitCode.USAGE, ann.run("answer", "a", "no"), "--to Ben or --to Eve");
        done(ExitCode.DONE, ann.run("requests"), "holdfast answer a in 10m --to Eve");
        done(ExitCode.DONE, ann.run("answer", "a", "no", "--to", "Eve"), "Eve is told that you keep a.");
        done(ExitCode.DONE, ann.run("answer", "a", "now"), "Ben has a now.");
        done(ExitCode.DONE, ben.run("who", "a"), "Ben");
    }

    @Test
    void withdrawnRequest_isNoMoreThere() {
        ben.run("request", "a");
        done(ExitCode.DONE, ben.run("request", "--withdraw", "a"), "Your request for a is withdrawn.");
        done(ExitCode.DONE, ben.run("request", "--withdraw", "a"), "You have no open request for a.");
        assertThat(ann.run("requests").out()).isEmpty();
    }

    @Test
    void hiddenHolder_hasNoNameForTheAsker() throws IOException {
        Files.writeString(folder.resolve("holdfast.yaml"), "policies:\n  - pattern: a\n    privacy: hidden\n");
        Done asked = ben.run("request", "a", "--json");
        ann.run("requests");
        Done seen = ben.run("requests");
        ann.run("answer", "a", "no");
        Done declined = ben.run("requests");
        Done data = ben.run("requests", "--json");
        done(ExitCode.DONE, seen, "The holder has been asked for a since");
        done(ExitCode.DONE, declined, "The holder did not want to hand a over.");
        assertThat(data.out()).contains("\"holder\":null,\"holderOwner\":null,\"fence\":null", "\"shown\":null");
        for (Done one : List.of(asked, seen, declined, data)) {
            assertThat(one.out() + one.err()).doesNotContain("Ann", "seen");
        }
    }

    @Test
    void wrongWords_areUsage() {
        for (String[] wrong : new String[][] {{"a"}, {"a", "maybe"}, {"a", "in"}, {"a", "now", "or", "never"}}) {
            String[] line = new String[wrong.length + 1];
            line[0] = "answer";
            System.arraycopy(wrong, 0, line, 1, wrong.length);
            done(ExitCode.USAGE, ann.run(line), "holdfast answer RESOURCE now, in TIME, no, mute or unmute");
        }
        ben.run("request", "a");
        done(ExitCode.USAGE, ann.run("answer", "a", "in", "5s"), "within 10 seconds to");
        done(ExitCode.USAGE, ann.run("answer", "a", "in", "soon"), "soon");
    }

    @Test
    void run_showsTheRequest_withTheCommandThatAnswersIt() throws Exception {
        Running held = ann.start("run", "b", "--", "sh", "-c", "echo begun; exec sleep 600");
        await().atMost(TIMEOUT).until(() -> held.out().contains("begun"));
        Running asking = ben.start("request", "b", "--wait", "100s", "--message", "please");
        await().atMost(TIMEOUT).until(() -> held.err().contains("To answer"));
        assertThat(held.err().lines().filter(line -> line.contains("Ben"))).hasSize(1);
        assertThat(held.err()).contains("holdfast: Ben has been asking for b since", "\"please\"");
        String answer = held.err().replaceAll("(?s).*another terminal: holdfast (\\S.*?) \\(or no.*", "$1");
        assertThat(answer).startsWith("answer b in 10m --owner Ann/");
        // Its own instance can answer, too, and any terminal with the words that were shown.
        done(ExitCode.DONE, ann.run("requests"), "Ben has been asking for b since");
        Done answered = project.as("Zoe").run(answer.replace("in 10m", "now").split(" "));
        done(ExitCode.DONE, answered, "Ben has b now.");
        done(ExitCode.LOST, held.done(), "Ben");
        done(ExitCode.DONE, asking.done());
        done(ExitCode.DONE, ben.run("who", "b"), "Ben");
    }
}
