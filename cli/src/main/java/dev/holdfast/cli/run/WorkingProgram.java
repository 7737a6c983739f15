package dev.holdfast.cli.run;

import dev.holdfast.ProcessId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program that works under the locks of this process. Lock directories show it in their file {@code cmd}. */
public final class WorkingProgram {
    private static final String PROPERTY = "dev.holdfast.command";
    private static final int MAX_LENGTH = 200;

    private WorkingProgram() {}

    /** Records the command that is about to run. */
    public static void of(List<String> command) {
        List<String> words = new ArrayList<>(command);
        words.set(0, fileName(words.get(0)));
        String line = String.join(" ", words);
        System.setProperty(PROPERTY, line.substring(0, Math.min(line.length(), MAX_LENGTH)));
    }

    /** Records the program of a process, and returns the process. */
    public static ProcessId ofProcess(ProcessId process) {
        ProcessHandle.of(process.pid())
                .flatMap(found -> found.info().command())
                .ifPresent(program -> System.setProperty(PROPERTY, fileName(program)));
        return process;
    }

    private static String fileName(String program) {
        Path name = Path.of(program).getFileName();
        return name == null ? program : name.toString();
    }
}
