package dev.holdfast.audit.rules;

import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.Mark;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Panache;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.code.TypeName;
import dev.holdfast.audit.names.Words;
import dev.holdfast.audit.sql.SqlStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the type of record of a repository, an entity or a table; each type has one key. */
final class Records {
    private static final Set<String> REPOSITORY = Set.of("repository", "repo", "dao", "mapper", "gateway");
    private static final Set<String> DECORATION = Words.set("""
            jpa jdbc my i sql hibernate base abstract spring default crud raw plain locking paging list mongo
            bean row impl""");
    static final Set<String> ENTITY_MANAGERS =
            Set.of("EntityManager", "Session", "StatelessSession", "HibernateTemplate", "SessionImplementor");
    private static final List<String> RECORDS = List.of("Entity", "MappedSuperclass", "TableName", "Table", "Document");
    private static final Set<String> LOCK = Set.of("lock", "locks", "locking", "locked");

    /** A name with <em>lock</em> as one word; not block, clock or unlocked. */
    private static final Pattern LOCKS = Pattern.compile(".*(?<![bcf])(?<!un)(?<!dead)(?<!inter)locks?");

    private final Project project;
    private final Set<String> versioned = new HashSet<>();
    private final Set<String> lockable = new HashSet<>();
    private final Map<String, String> entityOfTable = new HashMap<>();

    Records(Project project) {
        this.project = project;
        for (TypeFacts type : project.types()) {
            if (isRecord(type)) {
                String key = Words.key(type.name());
                type.mark("Table")
                        .map(mark -> mark.value("name"))
                        .filter(name -> !name.isEmpty())
                        .ifPresent(table -> entityOfTable.put(Words.key(table), key));
                if (hasVersion(type, 0)) {
                    versioned.add(key);
                }
                if (type.marks().stream().anyMatch(mark -> mark.name().equals("Lockable"))) {
                    lockable.add(key);
                }
            }
        }
    }

    private boolean hasVersion(TypeFacts type, int height) {
        if (type.fields().stream().anyMatch(field -> field.marked("Version"))
                || type.methods().stream().anyMatch(method -> method.marked("Version"))) {
            return true;
        }
        for (TypeName each : type.supers()) {
            TypeFacts above = project.type(each.simple());
            if (above != null && height < 5 && hasVersion(above, height + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether its entity has a version that every write checks. */
    boolean versioned(String key) {
        return versioned.contains(key);
    }

    /** Returns whether Holdfast's own listener refuses writes of it. */
    boolean lockable(String key) {
        return lockable.contains(key);
    }

    String ofTable(String table) {
        String key = Words.key(table);
        return entityOfTable.getOrDefault(key, key);
    }

    /** Returns whether rows or objects of that type are locks themselves. */
    static boolean isLock(String name) {
        return Words.has(name, LOCK)
                || LOCKS.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    private static boolean isRepository(String supertype) {
        List<String> words = Words.of(supertype);
        boolean base = words.size() > 2 && words.get(words.size() - 1).equals("base"); // as PanacheRepositoryBase
        return !words.isEmpty() && REPOSITORY.contains(words.get(words.size() - (base ? 2 : 1)));
    }

    /** Returns whether it is a type of records: mapped by JPA, MyBatis or Spring Data. */
    private static boolean isRecord(TypeFacts type) {
        return type.marked(RECORDS);
    }

    /** Returns the key of a record that loads and stores itself; empty for other types. */
    String ofActiveRecord(TypeName type) {
        return Panache.isEntity(project.type(type.simple())) ? Words.key(type.simple()) : "";
    }

    /** Returns the record type of a repository, known by its supertype or its name; empty if it is none. */
    String ofRepository(TypeName type) {
        TypeFacts declared = project.type(type.simple());
        if (declared != null) {
            for (TypeName above : declared.supers()) {
                if (isRepository(above.simple()) && above.argument(0).simple().length() > 1) {
                    return Words.key(above.argument(0).simple());
                }
            }
        }
        List<String> words = new ArrayList<>(Words.of(type.simple()));
        boolean implementation = words.size() > 1 && words.get(words.size() - 1).equals("impl");
        if (implementation) {
            words.remove(words.size() - 1);
        }
        if (words.isEmpty() || !REPOSITORY.contains(words.get(words.size() - 1))) {
            return "";
        }
        if (declared != null) {
            for (TypeName above : declared.supers()) {
                if (above.argument(0).known() && above.argument(0).simple().length() > 1) {
                    return Words.key(above.argument(0).simple());
                }
            }
        }
        words.remove(words.size() - 1);
        words.removeIf(DECORATION::contains);
        if (words.isEmpty()) {
            return type.argument(0).simple().length() > 1
                    ? Words.key(type.argument(0).simple())
                    : "";
        }
        return Words.key(String.join("_", words));
    }

    /** Returns the record type of an argument of an entity manager's method; empty if unknown. */
    static String ofArgument(Call call, int index) {
        if (call.arguments().size() <= index) {
            return "";
        }
        TypeName type = call.arguments().get(index).type();
        TypeName named = type.simple().equals("Class") ? type.argument(0) : type;
        return named.simple().length() > 1 && !named.simple().equals("Object") ? Words.key(named.simple()) : "";
    }

    /** Returns the called method of a repository of this project, or null. */
    @Nullable
    MethodFacts called(Call call) {
        TypeFacts type = project.type(call.type().simple());
        return type == null ? null : called(call, type);
    }

    /** Returns the method of the type that a call of it runs, or null. */
    static @Nullable MethodFacts called(Call call, TypeFacts type) {
        return type.methods().stream()
                .filter(method -> method.name().equals(call.name())
                        && method.parameters().size() == call.arguments().size())
                .findFirst()
                .orElse(null);
    }

    /** Returns whether a repository's method changes rows with its own statement. */
    static boolean changesRows(MethodFacts method) {
        return Project.statements(method.marks()).anyMatch(SqlStatement::changes)
                || Project.statements(method).anyMatch(SqlStatement::changes);
    }

    /** Returns whether an annotation asks for a row lock of the database. */
    static boolean locksRows(MethodFacts method) {
        return method.marks().stream().anyMatch(Records::locksRows)
                || Project.statements(method.marks()).anyMatch(SqlStatement::rowLock);
    }

    private static boolean locksRows(Mark mark) {
        return mark.name().equals("Lock") && mark.text().contains("PESSIMISTIC");
    }
}
