package dev.holdfast.cli.plan;

import java.util.List;
import java.util.Optional;

/**
 * A question that the plan depends on.
 *
 * @param key by which a file answers it
 * @param choices the possible answers, the default first; none for a text or a list of names
 * @param byDefault the answer if none is given
 */
public record PlanQuestion(String key, String asks, List<String> choices, String byDefault) {
    static final String YES = "yes";
    static final String NO = "no";

    private static final List<String> EITHER = List.of(NO, YES);

    public static final List<PlanQuestion> ALL = List.of(
            text("feature", "What do people do, in a few words?", "edit records"),
            text("entities", "Which records must be protected, by their names, with commas?", "record"),
            choice(
                    "span",
                    "Does the work span several requests, or is it one database transaction?",
                    "several-requests",
                    "one-transaction"),
            choice("collisions", "How often do two people want the same record?", "sometimes", "often", "rare"),
            choice("rework", "What does it cost if a user's work is refused at the end?", "costly", "cheap"),
            choice("reads", "May readers see data that is being changed?", "may-be-stale", "must-be-fresh"),
            choice("readers", "How many users read the same record at the same time?", "few", "many"),
            choice("servers", "On how many machines does the application run?", "several", "one"),
            choice("database", "Where is its data?", "postgresql", "mariadb", "redis", "sqlite", "other"),
            new PlanQuestion("schema", "May tables be added there?", List.of(YES, NO), YES),
            new PlanQuestion("strict", "Must no lock be lost even when a server and its disk are?", EITHER, NO),
            choice("sessions", "How does it know the user of a request?", "http", "token", "none"),
            text("minutes", "How many minutes does a user work at most before saving?", "60"),
            new PlanQuestion("heartbeat", "Can the page send a heartbeat every 30 seconds?", List.of(YES, NO), YES),
            text("members", "Which records are edited together with them, as one thing, with commas?", "none"),
            new PlanQuestion("versions", "Do these records have version columns already?", EITHER, NO),
            choice("framework", "Which framework does it use?", "spring", "servlet", "other"),
            choice("access", "How does it reach its data?", "jpa", "mapper", "sql"),
            choice("paths", "How many places in the code write these records?", "many", "one"));

    private static PlanQuestion text(String key, String asks, String byDefault) {
        return new PlanQuestion(key, asks, List.of(), byDefault);
    }

    private static PlanQuestion choice(String key, String asks, String... choices) {
        return new PlanQuestion(key, asks, List.of(choices), choices[0]);
    }

    static Optional<PlanQuestion> of(String key) {
        return ALL.stream().filter(question -> question.key.equals(key)).findFirst();
    }

    /** Refuses what is no answer to it. */
    String checked(String answer) {
        String plain = answer.strip();
        if (!choices.isEmpty() && !choices.contains(plain)) {
            throw new IllegalArgumentException(
                    "'" + key + "' can be " + String.join(", ", choices) + ", not '" + plain + "'.");
        }
        if (key.equals("minutes")) {
            minutes(plain);
        }
        return plain;
    }

    static int minutes(String text) {
        try {
            int minutes = Integer.parseInt(text);
            if (minutes >= 1 && minutes <= 24 * 60) {
                return minutes;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("'minutes' is a number from 1 to 1440, not '" + text + "'.");
    }
}
