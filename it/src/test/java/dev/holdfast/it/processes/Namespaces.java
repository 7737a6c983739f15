package dev.holdfast.it.processes;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Commands in namespaces of their own, as containers have them. Needs Linux and the rights to make such namespaces. */
final class Namespaces {
    /** In another host name. */
    static final List<String> RENAMED = List.of("unshare", "--uts", "sh", "-c", "hostname before && exec \"$@\"", "sh");

    /**
     * In another pid namespace, with process numbers that hardly any process outside has. The shell stays, since the end of
     * the first process of a namespace ends it.
     */
    static final List<String> CONTAINED = List.of(
            "unshare",
            "--pid",
            "--fork",
            "--kill-child",
            "--mount-proc",
            "sh",
            "-c",
            "echo 123455 >/proc/sys/kernel/ns_last_pid; \"$@\"; exit $?",
            "sh");

    private Namespaces() {}

    /** Skips the test, visibly, where this system makes no such namespace. */
    static void assume(List<String> prefix) throws Exception {
        List<String> command = new ArrayList<>(prefix);
        command.add("true");
        boolean works;
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            works = process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (java.io.IOException e) {
            works = false;
        }
        assumeTrue(works, "this system makes no namespaces for this user: " + String.join(" ", prefix));
    }
}
