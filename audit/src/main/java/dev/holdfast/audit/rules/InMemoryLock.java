package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.FieldFacts;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.Setting;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.names.Words;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Locks on records in the memory of one server: a map from a record to its owner that one method fills and another empties, in
 * something that serves many users; a mutex per record around its loading and saving, where there are several servers.
 */
final class InMemoryLock implements Check {
    private static final Set<String> MAPS =
            Set.of("Map", "ConcurrentMap", "ConcurrentHashMap", "HashMap", "Hashtable", "Cache", "LoadingCache");
    private static final Set<String> SETS = Set.of("Set", "HashSet", "KeySetView");
    private static final Set<String> LOCKS =
            Set.of("lock", "locks", "locked", "locking", "editing", "editors", "checkedout", "claims", "claimed");
    private static final Set<String> TAKING =
            Set.of("lock", "acquire", "claim", "checkout", "edit", "reserve", "take", "obtain");
    private static final Set<String> GIVING = Set.of(
            "unlock", "release", "free", "checkin", "cancel", "save", "complete", "finish", "remove", "close", "end");
    private static final Set<String> KEYS = Set.of("Long", "Integer", "String", "UUID", "Object", "long", "int");
    private static final Set<String> MUTEXES = Set.of(
            "Lock", "ReentrantLock", "Object", "Semaphore", "ReadWriteLock", "ReentrantReadWriteLock", "StampedLock");
    private static final Set<String> OWNERS =
            Set.of("owner", "user", "holder", "session", "editor", "by", "person", "employee", "picker", "name", "id");
    private static final Set<String> BEANS = Words.set("""
            Component Service Repository Singleton ApplicationScoped Controller RestController WebServlet Named
            Stateless Startup ManagedBean""");

    @Override
    public void look(Project project, Consumer<Finding> found) {
        Optional<Place> cluster = Cluster.sign(project);
        boolean web = project.types().stream().anyMatch(InMemoryLock::isWeb);
        Records records = new Records(project);
        for (TypeFacts type : project.types()) {
            for (FieldFacts field : type.fields()) {
                if (isTable(field, type, project) && ((field.isStatic() && web) || isShared(type, project))) {
                    tell(field.place(), type, field, cluster, found);
                } else if (cluster.isPresent() && (isMutexes(field) || isGuard(field))) {
                    mutex(type, field, records, cluster.get(), found);
                }
            }
        }
        cluster.ifPresent(sign -> {
            project.types().forEach(type -> interned(type, records, sign, found));
            settings(project, sign, found);
        });
    }

    /** Returns whether all users share one instance. */
    private static boolean isShared(TypeFacts type, Project project) {
        return type.marked(BEANS) || type.extendsOrImplements("HttpServlet") || isBean(type, project);
    }

    private static boolean isWeb(TypeFacts type) {
        return type.marked(List.of("Controller", "RestController", "WebServlet", "Path"))
                || type.extendsOrImplements("HttpServlet");
    }

    /** Returns whether a configuration creates one instance for all. */
    private static boolean isBean(TypeFacts type, Project project) {
        return project.types().stream()
                .filter(each -> each.marked("Configuration"))
                .flatMap(each -> each.methods().stream())
                .filter(method -> method.marked("Bean"))
                .anyMatch(method -> method.name().equalsIgnoreCase(type.name())
                        || method.calls().anyMatch(call -> call.type().simple().equals(type.name())));
    }

    private static void tell(
            Place place, TypeFacts type, FieldFacts field, Optional<Place> cluster, Consumer<Finding> found) {
        String where = cluster.map(sign -> " There are several of them: see " + sign + ".")
                .orElse("");
        found.accept(new Finding(
                Rule.IN_MEMORY_LOCK,
                place,
                type.name() + "." + field.name() + " keeps the locks on records in the memory of one server." + where,
                cluster.stream().toList()));
    }

    private static boolean isTable(FieldFacts field, TypeFacts type, Project project) {
        boolean named = Words.has(field.name(), LOCKS) || Words.has(type.name(), "lock", "locks", "locking");
        boolean cache = Words.has(field.name(), "cache") || Words.has(type.name(), "cache"); // each server has its own
        if (!named || cache || !isKey(field.type().argument(0).simple())) {
            return false;
        }
        boolean table = MAPS.contains(field.type().simple())
                ? isOwner(field.type().argument(1).simple(), field, project)
                : SETS.contains(field.type().simple()) && Words.has(field.name(), "lock", "locks", "locked");
        return table && ((isFilled(type, field) && isEmptied(type, field)) || isTakenIfFree(type, field));
    }

    private static boolean isKey(String type) {
        return KEYS.contains(type) || type.endsWith("Id") || type.endsWith("Key") || type.endsWith("Ref");
    }

    /** Returns whether values of that type name a holder. */
    private static boolean isOwner(String value, FieldFacts field, Project project) {
        if (MUTEXES.contains(value) || value.isEmpty()) {
            return false;
        } else if (value.equals("String") || Words.has(value, "user", "owner", "holder", "session", "editor")) {
            return true;
        } else if (value.equals("Long") || value.equals("UUID") || value.equals("Integer")) {
            return Words.has(field.name(), "owner", "owners", "by", "holder", "holders", "editors");
        }
        TypeFacts own = project.type(value);
        return own != null
                && Words.has(value, "lock", "claim", "entry", "info", "edit")
                && own.fields().stream().anyMatch(each -> Words.has(each.name(), OWNERS));
    }

    /** Returns whether it is filled with one atomic step, and entries are removed again, whatever the methods are called. */
    private static boolean isTakenIfFree(TypeFacts type, FieldFacts field) {
        return MAPS.contains(field.type().simple())
                && Words.has(field.name(), LOCKS)
                && calls(type, field, "putIfAbsent")
                && calls(type, field, "remove");
    }

    private static boolean calls(TypeFacts type, FieldFacts field, String name) {
        return type.methods().stream()
                .flatMap(MethodFacts::calls)
                .anyMatch(call -> call.name().equals(name) && isOn(call, field));
    }

    private static boolean isFilled(TypeFacts type, FieldFacts field) {
        return touches(type, field, TAKING, Set.of("put", "putIfAbsent", "compute", "computeIfAbsent", "merge", "add"));
    }

    private static boolean isEmptied(TypeFacts type, FieldFacts field) {
        return touches(type, field, GIVING, Set.of("remove", "computeIfPresent", "compute", "invalidate"));
    }

    /** Returns whether a method with such a name and a parameter makes such a call on the field. */
    private static boolean touches(TypeFacts type, FieldFacts field, Set<String> names, Set<String> calls) {
        return type.methods().stream()
                .filter(method ->
                        Words.has(method.name(), names) && !method.parameters().isEmpty())
                .flatMap(MethodFacts::calls)
                .anyMatch(call -> calls.contains(call.name()) && isOn(call, field));
    }

    /** Returns whether it is called on the field, or on a cache's view of it as a map. */
    private static boolean isOn(Call call, FieldFacts field) {
        String receiver = call.receiver().replace(".asMap()", "");
        return receiver.substring(receiver.lastIndexOf('.') + 1).equals(field.name());
    }

    /** Reports a mutex on a text that names a record, around a change of it. */
    private static void interned(TypeFacts type, Records records, Place cluster, Consumer<Finding> found) {
        for (MethodFacts method : type.methods()) {
            boolean writes = !new Access(type, method, records).writes().isEmpty();
            method.calls()
                    .filter(call -> writes
                            && call.name().equals("synchronized")
                            && call.receiver().endsWith(".intern()"))
                    .forEach(call -> found.accept(new Finding(
                            Rule.IN_MEMORY_LOCK,
                            call.place(),
                            type.name() + "." + method.name()
                                    + " locks records against the other threads of one server only."
                                    + " There are several of them: see " + cluster + ".",
                            List.of(cluster))));
        }
    }

    private static boolean isMutexes(FieldFacts field) {
        return MAPS.contains(field.type().simple())
                && isKey(field.type().argument(0).simple())
                && MUTEXES.contains(field.type().argument(1).simple())
                && Words.has(field.name(), "lock", "locks", "mutex", "mutexes", "monitors");
    }

    /** Returns whether it may name the records that are being changed. */
    private static boolean isGuard(FieldFacts field) {
        return (MAPS.contains(field.type().simple())
                        || SETS.contains(field.type().simple()))
                && isKey(field.type().argument(0).simple());
    }

    /** Returns whether a method puts a record there unless it is there already, and removes it at its end. */
    private static boolean marks(MethodFacts method, FieldFacts field) {
        String put = SETS.contains(field.type().simple()) ? "add" : "putIfAbsent";
        return method.calls()
                        .anyMatch(call -> call.variable().equals(field.name())
                                && call.name().equals(put))
                && method.calls()
                        .anyMatch(call -> call.variable().equals(field.name())
                                && call.name().equals("remove"));
    }

    /** Reports a mutex for each record around a change of it. */
    private static void mutex(
            TypeFacts type, FieldFacts field, Records records, Place cluster, Consumer<Finding> found) {
        for (MethodFacts method : type.methods()) {
            boolean uses = method.calls()
                    .anyMatch(call -> call.variable().equals(field.name())
                            || call.receiver().contains(field.name() + "."));
            boolean holds = method.calls().anyMatch(InMemoryLock::holds);
            boolean writes = !new Access(type, method, records).writes().isEmpty();
            if (writes && (isMutexes(field) ? uses && holds : marks(method, field))) {
                found.accept(new Finding(
                        Rule.IN_MEMORY_LOCK,
                        field.place(),
                        type.name() + "." + field.name()
                                + " locks records against the other threads of one server only."
                                + " There are several of them: see " + cluster + ".",
                        List.of(method.place(), cluster)));
                return;
            }
        }
    }

    private static boolean holds(Call call) {
        return call.name().equals("synchronized") || call.name().matches("lock|tryLock|lockInterruptibly|acquire");
    }

    /** Reports a Holdfast store in memory. */
    private static void settings(Project project, Place cluster, Consumer<Finding> found) {
        for (Setting setting : project.settings()) {
            if (setting.plainKey().equals("holdfast.store") && setting.value().startsWith("memory:")) {
                found.accept(new Finding(
                        Rule.IN_MEMORY_LOCK,
                        setting.place(),
                        "memory: keeps the locks in the memory of one server. There are several of them: see " + cluster
                                + ".",
                        List.of(cluster)));
            }
        }
    }
}
