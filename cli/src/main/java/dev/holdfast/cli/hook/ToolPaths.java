package dev.holdfast.cli.hook;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what the use of a tool touches: by its name if it is one that runs commands or that only reads, and otherwise by the
 * members of its input that hold paths. So it knows the tools of many assistants, and of MCP servers, without a list of them.
 */
final class ToolPaths {
    private static final List<String> SHELLS =
            List.of("Bash", "run_shell_command", "shell", "local_shell", "execute_command", "PowerShell");
    private static final List<String> READING = KnownCommands.words("""
            read list ls get search find grep glob view stat tree web google task todo ask fetch show query
            holdfast""");
    private static final List<String> ONE_PATH = KnownCommands.words("""
            file_path filePath notebook_path path absolute_path relative_path filename file_name file source
            destination source_path destination_path old_path new_path target_file target""");
    private static final List<String> SEVERAL = List.of("paths", "files", "file_paths", "edits", "changes");
    private static final List<String> PATCH_LINES =
            List.of("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ");

    private ToolPaths() {}

    /** Returns the files that the tool touches, as far as the event shows them. */
    static TouchedFiles touched(HookEvent event, Path folder, ShellVariables setting) {
        TouchedFiles touched = new TouchedFiles();
        if (SHELLS.contains(event.tool())) {
            shell(event.input(), folder, setting, touched);
        } else if (!onlyReads(event.tool())) {
            members(event.input(), folder, touched, 0);
        }
        return touched;
    }

    /** Returns whether the first word of the tool's name means reading. A tool of an MCP server has its server's name first. */
    private static boolean onlyReads(String tool) {
        if (tool.startsWith("mcp_") && tool.contains("holdfast")) {
            return true;
        }
        String own = tool.substring(tool.lastIndexOf("__") < 0 ? 0 : tool.lastIndexOf("__") + 2);
        String lower = own.toLowerCase(Locale.ROOT);
        for (String word : READING) {
            if (lower.startsWith(word)) {
                return true;
            }
        }
        return false;
    }

    private static void shell(
            Map<String, @Nullable Object> input, Path folder, ShellVariables setting, TouchedFiles touched) {
        Path where = folder;
        for (String name : List.of("directory", "dir_path", "cwd", "workdir")) {
            if (input.get(name) instanceof String text && !text.isEmpty()) {
                where = ShellExpansion.resolve(folder, text);
            }
        }
        Object command = input.get("command");
        if (command instanceof String text) {
            new ShellCommands(setting, touched).look(text, where);
        } else if (command instanceof List<?> words) {
            StringBuilder line = new StringBuilder();
            for (Object word : words) {
                line.append('\'')
                        .append(String.valueOf(word).replace("'", "'\\''"))
                        .append("' ");
            }
            new ShellCommands(setting, touched).look(line.toString(), where);
        }
    }

    private static void members(Map<?, ?> input, Path folder, TouchedFiles touched, int depth) {
        for (String name : ONE_PATH) {
            if (input.get(name) instanceof String path) {
                touched.write(folder, path);
            }
        }
        for (String name : SEVERAL) {
            if (input.get(name) instanceof Collection<?> items && depth < 2) {
                for (Object item : items) {
                    if (item instanceof String path) {
                        touched.write(folder, path);
                    } else if (item instanceof Map<?, ?> members) {
                        members(members, folder, touched, depth + 1);
                    }
                }
            }
        }
        for (String name : List.of("patch", "input", "diff")) {
            if (input.get(name) instanceof String text && text.contains("*** ")) {
                patch(text, folder, touched);
            }
        }
    }

    /** Adds the files of a patch that names them on separate lines. */
    static void patch(String text, Path folder, TouchedFiles touched) {
        for (String line : text.split("\n", -1)) {
            for (String begin : PATCH_LINES) {
                if (line.startsWith(begin)) {
                    touched.write(folder, line.substring(begin.length()).strip());
                }
            }
        }
    }
}
