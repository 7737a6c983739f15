package dev.holdfast.cli.hook;

import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.internal.json.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An assistant as the hook sees it: the events of one session, in a folder. Immutable; each method gives a changed copy.
 *
 * @param agent the sub-agent that acts, or empty
 */
public record Session(Holdfast holdfast, Path folder, String id, String agent) {
    /** Its data folder is of its own too: the log is there. */
    public static Session in(Path project, String id) {
        Holdfast holdfast = Holdfast.in(project)
                .with("XDG_DATA_HOME", project.resolve(".data").toString());
        return new Session(holdfast, project, id, "");
    }

    public Session agent(String name) {
        return new Session(holdfast, folder, id, name);
    }

    public Session from(Path other) {
        return new Session(holdfast, other, id, agent);
    }

    /** The same by processes of their own. */
    public Session asProcess() {
        return new Session(holdfast.asProcess(), folder, id, agent);
    }

    public Session with(String variable, String value) {
        return new Session(holdfast.with(variable, value), folder, id, agent);
    }

    /** Asks before an edit of that file, as Claude Code does. */
    public Holdfast.Done edit(Path file, String... options) {
        return tool("PreToolUse", "Edit", Map.of("file_path", file.toString(), "old_string", "a"), options);
    }

    /** Asks before a shell command. */
    public Holdfast.Done bash(String command, String... options) {
        return tool("PreToolUse", "Bash", Map.of("command", command), options);
    }

    public Holdfast.Done tool(String event, String tool, Map<String, @Nullable Object> input, String... options) {
        return hook(text(event, Map.of("tool_name", tool, "tool_input", input)), options);
    }

    public Holdfast.Done event(String name, String... options) {
        return hook(text(name, Map.of()), options);
    }

    private String text(String event, Map<String, @Nullable Object> more) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("session_id", id);
        members.put("transcript_path", "/nowhere/transcript.jsonl");
        members.put("cwd", folder.toString());
        members.put("hook_event_name", event);
        if (!agent.isEmpty()) {
            members.put("agent_id", agent);
        }
        members.putAll(more);
        return Json.write(members);
    }

    /** Gives it that on standard input. */
    public Holdfast.Done hook(String input, String... options) {
        String[] line = new String[options.length + 1];
        line[0] = "hook";
        System.arraycopy(options, 0, line, 1, options.length);
        return holdfast.typing(input, line);
    }
}
