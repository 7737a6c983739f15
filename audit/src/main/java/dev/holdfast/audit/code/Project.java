package dev.holdfast.audit.code;

import dev.holdfast.audit.sql.SqlParser;
import dev.holdfast.audit.sql.SqlStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The facts that were read from an application. Immutable. */
public final class Project {
    /** Annotations of MyBatis and Jdbi. */
    private static final Set<String> STATEMENTS =
            Set.of("Select", "Insert", "Update", "Delete", "SqlUpdate", "SqlBatch");

    private final List<TypeFacts> types;
    private final List<SqlStatement> scripts;
    private final List<Setting> settings;
    private final List<SqlStatement> statements;
    private final Map<String, TypeFacts> byName = new HashMap<>();

    /** @param scripts the statements of SQL files and the like */
    public Project(List<TypeFacts> types, List<SqlStatement> scripts, List<Setting> settings) {
        this.types = new Linker(types).linked();
        this.scripts = List.copyOf(scripts);
        this.settings = List.copyOf(settings);
        this.types.forEach(type -> byName.putIfAbsent(type.name(), type));
        this.statements = List.copyOf(allStatements());
    }

    public List<TypeFacts> types() {
        return types;
    }

    public List<SqlStatement> scripts() {
        return scripts;
    }

    public List<Setting> settings() {
        return settings;
    }

    /** Returns the type with a simple name, or null. */
    public @Nullable TypeFacts type(String name) {
        return byName.get(name);
    }

    /** Returns the statements in the strings of a method. */
    public static Stream<SqlStatement> statements(MethodFacts method) {
        return method.phrases().flatMap(phrase -> SqlParser.parse(phrase.text(), phrase.place()).stream());
    }

    /** Returns the statements in annotations. */
    public static Stream<SqlStatement> statements(List<Mark> marks) {
        return marks.stream()
                .filter(mark -> mark.name().contains("Query")
                        || mark.name().contains("Queries")
                        || STATEMENTS.contains(mark.name()))
                .flatMap(mark ->
                        mark.values().values().stream().flatMap(text -> SqlParser.parse(text, mark.place()).stream()));
    }

    /** Returns all statements of sources and scripts. */
    public List<SqlStatement> statements() {
        return statements;
    }

    private List<SqlStatement> allStatements() {
        List<SqlStatement> all = new ArrayList<>(scripts);
        for (TypeFacts type : types) {
            statements(type.marks()).forEach(all::add);
            for (FieldFacts field : type.fields()) {
                if (field.type().simple().equals("String")) {
                    SqlParser.parse(field.initial(), field.place()).ifPresent(all::add);
                }
            }
            for (MethodFacts method : type.methods()) {
                statements(method.marks()).forEach(all::add);
                method.phrases()
                        .filter(phrase -> !phrase.named())
                        .flatMap(phrase -> SqlParser.parse(phrase.text(), phrase.place()).stream())
                        .forEach(all::add);
            }
        }
        return all;
    }
}
