package dev.holdfast.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command and every exit code, shown by a process of its own: most other tests call commands in the JVM of the tests. */
final class EveryCommandTest {
    private final Set<String> called = new TreeSet<>();
    private final Set<Integer> codes = new HashSet<>();

    @TempDir
    Path folder;

    private String call(Holdfast who, int code, String... arguments) {
        return type("", who, code, arguments);
    }

    private String type(String input, Holdfast who, int code, String... arguments) {
        Holdfast.Done done = who.asProcess().typing(input, arguments);
        assertThat(done.code())
                .as(String.join(" ", arguments) + ": " + done.out() + done.err())
                .isEqualTo(code);
        called.add(arguments[0]);
        codes.add(code);
        return done.out();
    }

    @Test
    void everyCommand_worksAsAProcess() throws Exception {
        ProjectFolder project = ProjectFolder.at(folder);
        Holdfast ann = project.as("Ann");
        Holdfast bob = project.as("Bob");
        call(ann, ExitCode.DONE, "init");
        String receipt = call(ann, ExitCode.DONE, "acquire", "a").strip();
        assertThat(call(bob, ExitCode.DONE, "who", "a")).contains("Ann");
        assertThat(call(bob, ExitCode.DONE, "status")).contains("Ann");
        call(bob, ExitCode.USAGE, "top");
        call(bob, ExitCode.UNREACHABLE, "watch", "--store", "http://127.0.0.1:1");
        call(bob, ExitCode.FREE, "who", "b");
        call(bob, ExitCode.BUSY, "acquire", "a", "--no-input");
        call(bob, ExitCode.BUSY, "wait", "a", "--wait", "0s");
        call(bob, ExitCode.REFUSED, "guard", "a");
        call(bob, ExitCode.DONE, "git", "receive", "--user", "Bob");
        call(bob, ExitCode.NOT_PERMITTED, "release", "a");
        call(bob, ExitCode.DONE, "request", "a", "--message", "please");
        assertThat(call(ann, ExitCode.DONE, "requests")).contains("Bob", "please");
        call(ann, ExitCode.DONE, "answer", "a", "no");
        call(ann, ExitCode.DONE, "renew", "a");
        call(ann, ExitCode.DONE, "verify", "--receipt", receipt);
        call(bob, ExitCode.DONE, "force-release", "a", "--reason", "r");
        call(ann, ExitCode.LOST, "verify", "--receipt", receipt);
        assertThat(call(ann, ExitCode.DONE, "history")).contains("forced");
        assertThat(call(ann, ExitCode.DONE, "run", "x", "--", "echo", "worked")).isEqualTo("worked\n");
        type("{}", ann, ExitCode.DONE, "hook");
        call(ann, ExitCode.DONE, "hooks", "install", "claude", "--command", "holdfast");
        call(ann, ExitCode.DONE, "acquire", "b");
        call(ann, ExitCode.DONE, "release", "b");
        call(ann, ExitCode.DONE, "clear", "--yes");
        call(ann, ExitCode.DONE, "doctor");
        call(ann, ExitCode.DONE, "trust");
        call(ann, ExitCode.DONE, "token", "list");
        call(ann, ExitCode.USAGE, "audit-log", "verify", "none.jsonl");
        assertThat(call(ann, ExitCode.DONE, "shell-lib")).contains("board_lock_acquire");
        assertThat(call(ann, ExitCode.DONE, "completion", "bash")).contains("_complete_holdfast");
        assertThat(call(ann, ExitCode.DONE, "demo")).contains("book");
        // What these need is not among the classes of this module; the module it shows them at work.
        call(ann, ExitCode.UNREACHABLE, "audit", ".");
        call(ann, ExitCode.UNREACHABLE, "plan");
        call(ann, ExitCode.UNREACHABLE, "mcp");
        call(ann, ExitCode.UNREACHABLE, "serve");
        call(ann, ExitCode.USAGE, "acquire", "--no-such-option");
        call(ann, ExitCode.UNREACHABLE, "acquire", "y", "--store", "http://127.0.0.1:1");
        call(ann, ExitCode.UNWRITABLE, "acquire", "y", "--store", "file:/proc/none/.locks");
        assertThat(called)
                .containsExactlyInAnyOrderElementsOf(
                        Commands.all().stream().map(Commands.CommandEntry::name).toList());
        assertThat(codes).containsAll(allCodes());
    }

    /** All but a bug, which there is none of, and a cancelled call, which {@code WaitTest} shows. */
    private static Set<Integer> allCodes() throws IllegalAccessException {
        Set<Integer> all = new HashSet<>();
        for (Field field : ExitCode.class.getFields()) {
            all.add(field.getInt(null));
        }
        all.remove(ExitCode.BUG);
        all.remove(ExitCode.CANCELLED);
        return all;
    }
}
