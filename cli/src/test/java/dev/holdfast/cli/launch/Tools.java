package dev.holdfast.cli.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A PATH of the test's choice: the usual tools, and scripts that stand for others. */
record Tools(Path folder) {
    private static final List<String> DEFAULT = List.of(
            "sh",
            "readlink",
            "find",
            "mkdir",
            "mv",
            "rm",
            "rmdir",
            "ln",
            "cp",
            "cat",
            "sed",
            "tail",
            "head",
            "grep",
            "sleep",
            "cksum",
            "tr",
            "dirname",
            "env");

    static Tools in(Path folder) throws IOException {
        Files.createDirectories(folder);
        Tools tools = new Tools(folder);
        for (String tool : DEFAULT) {
            tools.with(tool, "exec " + found(tool) + " \"$@\"");
        }
        return tools;
    }

    Tools withFlock() throws IOException {
        return with("flock", "exec " + found("flock") + " \"$@\"");
    }

    Tools with(String name, String script) throws IOException {
        Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(folder.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
        return this;
    }

    private static Path found(String tool) {
        for (String folder : System.getenv("PATH").split(File.pathSeparator, -1)) {
            Path path = Path.of(folder, tool);
            if (Files.isExecutable(path)) {
                return path;
            }
        }
        throw new AssertionError("There is no " + tool + " on the PATH.");
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
