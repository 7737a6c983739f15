package dev.holdfast.cli.install;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An assistant whose settings can have hooks. */
enum AssistantKind {
    CLAUDE("Claude Code", ".claude", 30, "^(Edit|MultiEdit|Write|NotebookEdit|Bash|mcp__.*)$", "PreToolUse") {
        @Override
        List<String> lifeEvents() {
            return List.of("SessionStart", "SubagentStop", "SessionEnd");
        }
    },
    GEMINI("Gemini CLI", ".gemini", 30_000, "^(write_file|replace|run_shell_command|mcp_.*)$", "BeforeTool") {
        @Override
        List<String> lifeEvents() {
            return List.of("SessionEnd");
        }
    };

    private final String title;
    private final String folder;
    /** Seconds for the one, milliseconds for the other. */
    private final long timeout;

    private final String matcher;
    private final String toolEvent;

    AssistantKind(String title, String folder, long timeout, String matcher, String toolEvent) {
        this.title = title;
        this.folder = folder;
        this.timeout = timeout;
        this.matcher = matcher;
        this.toolEvent = toolEvent;
    }

    /** Returns the events at the beginning and the end of sessions and sub-agents. */
    abstract List<String> lifeEvents();

    String title() {
        return title;
    }

    /** Returns the folder of its settings, below a project or the user's home. */
    String folder() {
        return folder;
    }

    List<HookSettings.Wanted> hooks(String command) {
        Map<String, Object> hook = new LinkedHashMap<>();
        if (this == GEMINI) {
            hook.put("name", "holdfast");
        }
        hook.put("type", "command");
        hook.put("command", command);
        hook.put("timeout", timeout);
        List<HookSettings.Wanted> hooks = new ArrayList<>();
        hooks.add(new HookSettings.Wanted(toolEvent, matcher, hook));
        for (String event : lifeEvents()) {
            hooks.add(new HookSettings.Wanted(event, null, hook));
        }
        return hooks;
    }
}
