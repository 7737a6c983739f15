package dev.holdfast.cli.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The descriptions of the tools for requests. */
final class RequestToolTexts {
    private static final String RESOURCE = "A name, or the path of a file in the project.";

    private RequestToolTexts() {}

    static List<Tool> all() {
        return List.of(request(), requests(), answer());
    }

    private static Tool request() {
        Map<String, Map<String, Object>> properties = new LinkedHashMap<>();
        properties.put("resource", Tool.text(RESOURCE));
        properties.put("message", Tool.text("What you need it for and for how long, for its holder to read."));
        properties.put("mode", Tool.mode());
        properties.put(
                "wait",
                Tool.text(
                        "How long to wait for the answer and the lock, such as 2m, at most ten minutes. Default: no wait."
                                + " The request stays open after it."));
        properties.put(
                "withdraw",
                Map.of("type", "boolean", "description", "true to ask no more: your request is withdrawn."));
        properties.put("agent", Tool.agent());
        return new Tool(
                "request",
                "Ask for a lock",
                "Asks the holder of a lock to hand it over. Call it when acquire was refused and your task needs that lock."
                        + " The holder, a person or another assistant, answers now, at a later time, or no. Until the lock is"
                        + " yours, do not change what it protects. If a time is promised, work on something else until then;"
                        + " then call acquire.",
                properties,
                List.of("resource"),
                false);
    }

    private static Tool requests() {
        return new Tool(
                "requests",
                "See requests",
                "Shows who asks you for your locks, and what became of your own requests. Every open request to you needs an"
                        + " answer: complete what you are doing with the lock, then call answer.",
                Map.of("agent", Tool.agent()),
                List.of(),
                true);
    }

    private static Tool answer() {
        Map<String, Map<String, Object>> properties = new LinkedHashMap<>();
        properties.put("resource", Tool.text(RESOURCE));
        properties.put(
                "answer",
                Map.of(
                        "type",
                        "string",
                        "enum",
                        List.of("now", "in", "no"),
                        "description",
                        "now: your work on it is complete, and you change it no more. in: you hand it over within a time. no:"
                                + " you keep it."));
        properties.put("within", Tool.text("With in: the time that you need, such as 10m; 10s at least."));
        properties.put("message", Tool.text("Some words for the asker, such as why not."));
        properties.put("to", Tool.text("The name of the asker that you answer, if several ask."));
        return new Tool(
                "answer",
                "Answer a request",
                "Answers a request for a lock that you hold. After now it belongs to the asker: complete your changes first."
                        + " With in it ends at that time by itself, or when you call release before; a promise cannot be"
                        + " taken back.",
                properties,
                List.of("resource", "answer"),
                false);
    }
}
