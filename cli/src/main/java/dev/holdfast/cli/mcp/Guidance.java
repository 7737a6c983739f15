package dev.holdfast.cli.mcp;

import java.util.List;

/** Instructions for assistants that work side by side. */
public final class Guidance {
    /** A text that a person can choose in the assistant. */
    public record Prompt(String name, String title, String description, String text) {}

    private Guidance() {}

    static String rules(String project) {
        return """
                Locks of the project %s, so that several assistants and people work in it without overwriting each other.
                1. Before you change a file, call acquire with everything that the task needs, by name or by path, and a note.
                2. If it is refused, do not change it: the answer says who has it and what you can do instead. The tool
                   request asks the holder for it.
                3. Read what you are going to change after you have the lock, not before.
                4. Call release as soon as you are done. What you forget ends with this session.
                5. If an answer says that a lock was lost, stop changing that file and tell the user.
                6. If an answer says that another owner asks for a lock of yours, complete what you are doing with it and
                   call answer. Do not leave a request without an answer.
                Reading needs no lock; acquire with mode shared keeps a text as it is while you read it.
                """.formatted(project);
    }

    /** Returns the prompts that the server offers. */
    public static List<Prompt> prompts() {
        return List.of(
                new Prompt(
                        "work-side-by-side",
                        "Work side by side",
                        "The rules for changing files that others may change too",
                        rules("you work in")),
                new Prompt(
                        "hand-over",
                        "Hand over",
                        "Release what you hold, and say what is left to do",
                        "Call the tool status and see what you hold. Finish or undo what is half done, call release, and tell"
                                + " me in a few sentences what is done, what is not, and what the next one should know."));
    }
}
