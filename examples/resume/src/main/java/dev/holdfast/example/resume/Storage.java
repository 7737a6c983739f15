package dev.holdfast.example.resume;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The folder of jobs: {@code jobs/<id>/} with {@code job.json}, {@code input.txt} and the checkpoints. */
record Storage(Path root) {
    private static final String JOB = "job.json";
    private static final String INPUT = "input.txt";

    private Path folder(String id) {
        return root.resolve("jobs").resolve(id);
    }

    Path inputFile(String id) {
        return folder(id).resolve(INPUT);
    }

    Checkpoints checkpoints(String id) {
        return new Checkpoints(folder(id));
    }

    boolean has(String id) {
        return Files.exists(folder(id).resolve(JOB));
    }

    /** Adds a job, completely or not at all. The caller has the lock of that id. */
    void add(String id, String job, List<String> input) throws IOException {
        Path unfinished = folder("." + id);
        Files.createDirectories(unfinished); // or what a killed process left of it
        Files.write(unfinished.resolve(INPUT), input);
        WholeFile.write(unfinished.resolve(JOB), job);
        Files.move(unfinished, folder(id), StandardCopyOption.ATOMIC_MOVE);
    }

    Job job(String id) throws IOException, ToolException {
        Path file = folder(id).resolve(JOB);
        try {
            return Job.parse(Files.readString(file))
                    .orElseThrow(() -> new ToolException(
                            ExitCode.STORAGE, file + " is damaged; remove its folder and run it again.", null));
        } catch (NoSuchFileException e) {
            throw new ToolException(
                    ExitCode.USAGE, "There is no job or session " + id + " in " + root + "; see: resume-tool list", e);
        }
    }

    List<String> input(String id) throws IOException, ToolException {
        return lines(inputFile(id));
    }

    /** Returns the lines of a text in UTF-8. */
    static List<String> lines(Path file) throws IOException, ToolException {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new ToolException(ExitCode.USAGE, "There is no file " + file + ".", e);
        } catch (MalformedInputException e) {
            throw new ToolException(ExitCode.USAGE, file + " is not a text in UTF-8.", e);
        }
    }

    SortedSet<String> ids() throws IOException {
        SortedSet<String> ids = new TreeSet<>();
        Path jobs = root.resolve("jobs");
        if (Files.isDirectory(jobs)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(
                    jobs,
                    folder -> has(folder.getFileName().toString())
                            && !folder.getFileName().toString().startsWith("."))) {
                folders.forEach(folder -> ids.add(folder.getFileName().toString()));
            }
        }
        return ids;
    }
}
