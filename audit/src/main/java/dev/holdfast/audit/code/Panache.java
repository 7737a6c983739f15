package dev.holdfast.audit.code;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Recognises entities and repositories of Panache, and the statements that their short queries stand for. */
public final class Panache {
    private static final Set<String> ENTITIES = Set.of("PanacheEntity", "PanacheEntityBase");

    private Panache() {}

    /** Returns whether records of that type load and store themselves. */
    public static boolean isEntity(@Nullable TypeFacts type) {
        return type != null && type.supers().stream().anyMatch(above -> ENTITIES.contains(above.simple()));
    }

    /** Returns the record of an entity or a repository; empty if it is neither. */
    private static String record(TypeFacts type) {
        if (isEntity(type)) {
            return type.name();
        }
        return type.supers().stream()
                .filter(above -> above.simple().startsWith("PanacheRepository"))
                .map(above -> above.argument(0).simple())
                .findFirst()
                .orElse("");
    }

    /** Returns {@code update Exam set locked = true} for {@code Exam.update("locked = true")}. */
    static Optional<Phrase> statement(Call call, TypeFacts caller, Function<String, @Nullable TypeFacts> byName) {
        List<Argument> given = call.arguments();
        TypeFacts on = call.own() ? caller : byName.apply(call.type().simple());
        if (on == null
                || given.isEmpty()
                || given.get(0).string().isEmpty()
                || record(on).isEmpty()) {
            return Optional.empty();
        }
        String text = given.get(0).string().strip();
        String lower = text.toLowerCase(Locale.ROOT);
        String sql = switch (call.name()) {
            case "update" -> lower.startsWith("update ") ? "" : "update " + record(on) + " " + set(text, lower);
            case "delete" -> lower.startsWith("delete ") ? "" : "delete from " + record(on) + " where " + text;
            default -> "";
        };
        return sql.isEmpty() ? Optional.empty() : Optional.of(new Phrase(sql, false, call.place()));
    }

    private static String set(String text, String lower) {
        return lower.startsWith("set ") ? text : "set " + text;
    }
}
