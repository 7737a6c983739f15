package dev.holdfast.cli.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tool that an assistant can call.
 *
 * @param description for the assistant, which chooses by it
 * @param properties its arguments by name, each as a JSON schema
 * @param required the names that must be there
 * @param readOnly whether it changes nothing
 */
public record Tool(
        String name,
        String title,
        String description,
        Map<String, Map<String, Object>> properties,
        List<String> required,
        boolean readOnly) {

    private static final Map<String, Object> NAMES =
            Map.of("type", "array", "items", Map.of("type", "string"), "minItems", 1);

    public static List<Tool> all() {
        List<Tool> all = new ArrayList<>(List.of(acquire(), release(), renew(), status(), who()));
        all.addAll(RequestToolTexts.all());
        return List.copyOf(all);
    }

    private static Tool acquire() {
        Map<String, Map<String, Object>> properties = new LinkedHashMap<>();
        properties.put("resources", names("What to lock: names such as Chapter_03, or paths of files in the project."));
        properties.put("operation", text("Lock what this operation of holdfast.yaml locks, instead or in addition."));
        properties.put("chapters", names("The chapters that the operation works on, such as 3."));
        properties.put("with", names("What the operation locks besides this time."));
        properties.put("mode", mode());
        properties.put(
                "wait",
                text(
                        "How long to wait if another owner has it, such as 30s or 2m, at most ten minutes. Default: no wait."));
        properties.put(
                "new",
                Map.of(
                        "type",
                        "boolean",
                        "description",
                        "true to lock a name that is neither declared in holdfast.yaml nor a file. Without it such a name"
                                + " is refused, since it is most likely misspelled."));
        properties.put("note", text("What you are going to do, for those who want it meanwhile."));
        properties.put("agent", agent());
        return new Tool(
                "acquire",
                "Take locks",
                "Takes locks before you change files, all of those named or none, in one step. Call it before the first edit,"
                        + " with everything that the task needs. If another owner has one of them, nothing is taken, and"
                        + " the answer says who, since when, until when, and what you can do now: do not edit then.",
                properties,
                List.of(),
                false);
    }

    private static Tool release() {
        Map<String, Map<String, Object>> properties = new LinkedHashMap<>();
        properties.put("resources", names("What to release. Default: everything that you hold."));
        properties.put("agent", agent());
        return new Tool(
                "release",
                "Release locks",
                "Releases locks that you hold. Call it as soon as the work is done. Harmless when repeated.",
                properties,
                List.of(),
                false);
    }

    private static Tool renew() {
        Map<String, Map<String, Object>> properties = new LinkedHashMap<>();
        properties.put("agent", agent());
        return new Tool(
                "renew",
                "Say that work goes on",
                "Says that you are still at work on all that you hold, and answers what that is. Locks last as long as this"
                        + " session by themselves; this is for work that takes longer than others would trust.",
                properties,
                List.of(),
                false);
    }

    private static Tool status() {
        return new Tool(
                "status",
                "Who has what",
                "Shows all locks of the project: who has what, since when, until when and why.",
                Map.of("resources", names("Only these.")),
                List.of(),
                true);
    }

    private static Tool who() {
        return new Tool(
                "who",
                "Who has one thing",
                "Says who has one resource or file, or that it is free.",
                Map.of("resource", text("A name, or the path of a file in the project.")),
                List.of("resource"),
                true);
    }

    static Map<String, Object> text(String description) {
        return Map.of("type", "string", "description", description);
    }

    private static Map<String, Object> names(String description) {
        Map<String, Object> schema = new LinkedHashMap<>(NAMES);
        schema.put("description", description);
        return schema;
    }

    static Map<String, Object> mode() {
        return Map.of(
                "type",
                "string",
                "enum",
                List.of("exclusive", "shared"),
                "description",
                "exclusive to change it (default); shared so that it does not change while you read.");
    }

    static Map<String, Object> agent() {
        return text("The name of the sub-agent for which this is; it then owns the lock instead of the whole session.");
    }

    /** Returns the arguments as one JSON schema. */
    public Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }
}
