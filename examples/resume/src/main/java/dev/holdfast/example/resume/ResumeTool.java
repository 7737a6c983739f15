package dev.holdfast.example.resume;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.example.resume.lock.ResumeInProgressException;
import dev.holdfast.example.resume.lock.ResumeLockException;
import dev.holdfast.example.resume.lock.ResumeLockLostException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The entry. Every failure ends here as a message and an exit code. */
public final class ResumeTool {
    private static final String USAGE = """
            usage: resume-tool COMMAND [options]

              run JOB FILE         does a map-reduce job over the lines of FILE: words, sum
              session FILE STEP... does steps on the text in FILE: trim, sort, reverse, unique, upper, number
              resume ID            goes on where a job or session stopped, however it stopped
              list                 shows all jobs and sessions, how far they are, and who works on them

              --storage FOLDER     where they are kept, and locked in FOLDER/resume_locks (.resume-tool)
              --id ID              run, session: the id to give it
              --every N            run, session: a checkpoint after every N parts (1)
              --force              resume: take the lock over from its holder, which stops
              --pace MS            rest so long after each checkpoint, to watch or to interrupt it

            exit code  0 done, 1 a part failed, 64 wrong call, 73 storage trouble,
                       75 another process resumes it, 76 the lock was lost, 130 or 143 after a signal
            """;

    private ResumeTool() {}

    /** Kept, since a logger that is used by no one forgets its level. */
    private static final Logger LIBRARY = Logger.getLogger("dev.holdfast");

    public static void main(String[] arguments) {
        LIBRARY.setLevel(Level.OFF); // The tool itself tells its user what happens to the lock.
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        Stop stop = Stop.onSignals();
        int code = ExitCode.BUG;
        try {
            code = run(stop, out, System.err, arguments);
        } finally {
            stop.ended();
        }
        System.exit(code);
    }

    private static int run(Stop stop, PrintStream out, PrintStream err, String... words) {
        try {
            Arguments arguments = Arguments.of(words);
            if (arguments.has("--help")) {
                out.print(USAGE);
                return ExitCode.DONE;
            }
            String folder = arguments.value("--storage");
            Storage storage = new Storage(Path.of(folder == null ? ".resume-tool" : folder));
            Duration pace = Duration.ofMillis(arguments.number("--pace", 0, 0));
            Worker worker = new Worker(storage, stop, pace);
            call(arguments.command(), new Commands(arguments, storage, worker, out, err));
            return ExitCode.DONE;
        } catch (ToolException e) {
            err.println("resume-tool: " + e.getMessage());
            return e.exitCode();
        } catch (ResumeLockException e) {
            err.println("resume-tool: " + e.getMessage());
            return code(e);
        } catch (IOException | DirectoryIteratorException e) {
            err.println("resume-tool: The storage cannot be read or written: " + e);
            return ExitCode.STORAGE;
        } catch (InvalidPathException e) {
            err.println("resume-tool: This is no path: " + e.getMessage());
            return ExitCode.USAGE;
        } catch (RuntimeException e) {
            err.println("resume-tool: This is a mistake in the tool; please report it with these lines:");
            e.printStackTrace(err);
            return ExitCode.BUG;
        }
    }

    private static void call(String command, Commands commands) throws IOException, ToolException, ResumeLockException {
        switch (command) {
            case "run" -> commands.run();
            case "session" -> commands.session();
            case "resume" -> commands.resume();
            case "list" -> commands.list();
            default ->
                throw ToolException.usage(
                        command.isEmpty()
                                ? "What shall I do?\n\n" + USAGE
                                : "There is no command " + command + "; see: resume-tool --help");
        }
    }

    private static int code(ResumeLockException failure) {
        if (failure instanceof ResumeInProgressException) {
            return ExitCode.BUSY;
        }
        return failure instanceof ResumeLockLostException ? ExitCode.LOST : ExitCode.STORAGE;
    }
}
