package dev.holdfast.audit.rules;

import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.Mark;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.names.Words;
import java.util.List;
import java.util.Set;

/** Recognises calls that acquire, check and release locks on records: on a kind of lock manager, with a name. */
final class LockCalls {
    private static final Set<String> LOCK = Set.of("lock", "locks", "locking", "locker", "leases");
    private static final Set<String> LOCKED = Set.of("lock", "locks", "locked");
    /** Locks that guard memory or rows, not records that people edit. */
    private static final Set<String> OTHER = Words.set("""
            mode option options exception config configuration properties reentrant stamped file read striped
            monitor state type strategy scope timeout timeouts info builder result response request event
            support token entity row table dialect""");

    private static final Set<String> TAKE =
            Set.of("acquire", "lock", "obtain", "take", "grant", "claim", "checkout", "reserve");
    private static final Set<String> CHECK = Words.set("""
            has holds held is verify check assert require ensure owns validate must get find look who""");
    private static final Set<String> GIVE = Set.of("release", "unlock", "free", "give", "end", "drop", "remove");

    /** Words after {@code lock} in names that acquire nothing, such as {@code lockIndex(…)}. */
    private static final Set<String> PART_OF_LOCK = Set.of(
            "index", "count", "name", "key", "id", "path", "holder", "owner", "manager", "time", "value", "prefix",
            "number", "size", "map", "list", "status", "level", "order", "version", "bit", "bits", "mask", "word",
            "offset", "address", "node", "field", "tag");

    private LockCalls() {}

    /** Returns whether it is called on a lock manager, judged by its type, or else by its name. */
    static boolean onManager(Call call) {
        if (call.own() || call.receiver().contains("(")) {
            return false;
        }
        if (call.type().known()) {
            List<String> words = Words.of(call.type().simple());
            boolean bare = words.equals(List.of("lock")) || call.type().simple().endsWith("RLock");
            return !bare
                    && words.stream().anyMatch(LOCK::contains)
                    && words.stream().noneMatch(OTHER::contains);
        }
        List<String> words = Words.of(call.variable());
        return words.equals(List.of("locks"))
                || (words.size() > 1
                        && words.stream().anyMatch(LOCK::contains)
                        && words.stream().noneMatch(OTHER::contains));
    }

    /** Returns whether it acquires a lock, or tries to. */
    static boolean takes(Call call) {
        List<String> words = Words.of(call.name());
        if (call.arguments().isEmpty() || words.isEmpty()) {
            return false;
        }
        boolean tries = words.size() > 1 && words.get(0).equals("try") && TAKE.contains(words.get(1));
        if (onManager(call)) {
            return tries || TAKE.contains(words.get(0));
        }
        return call.own()
                && words.size() > 1
                && words.stream().anyMatch(LOCK::contains)
                && (tries || TAKE.contains(words.get(0)))
                && words.stream().noneMatch(OTHER::contains)
                && !PART_OF_LOCK.contains(words.get(words.size() - 1));
    }

    /** Returns whether it checks if a record is locked, or who holds it. */
    static boolean checks(Call call) {
        if (onManager(call)) {
            return !call.arguments().isEmpty() && Words.begins(call.name(), CHECK);
        }
        return call.own() && Words.has(call.name(), LOCKED) && Words.begins(call.name(), CHECK);
    }

    static boolean gives(Call call) {
        if (onManager(call)) {
            return Words.begins(call.name(), GIVE);
        }
        return call.own() && Words.has(call.name(), "lock", "locks", "unlock") && Words.begins(call.name(), GIVE);
    }

    static boolean concerns(Call call) {
        return takes(call) || checks(call) || gives(call);
    }

    /** Returns whether an annotation of the method takes or checks a lock. */
    static boolean marked(List<Mark> marks) {
        return marks.stream().anyMatch(LockCalls::guards);
    }

    static boolean guards(Mark mark) {
        return mark.name().equals("RequiresLock")
                || mark.name().equals("AcquiresLock")
                || (Words.has(mark.name(), LOCKED) && mark.text().contains("#"));
    }

    /** Returns whether the method knows of locks on records at all. */
    static boolean aware(MethodFacts method) {
        return marked(method.marks()) || method.calls().anyMatch(LockCalls::concerns);
    }
}
