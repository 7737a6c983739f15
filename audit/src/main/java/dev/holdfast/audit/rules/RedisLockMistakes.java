package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.audit.code.Argument;
import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.names.Words;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Keys in Redis that are locks and never expire, or whose value does not name the owner. */
final class RedisLockMistakes implements Check {
    private static final Set<String> LOCK = Set.of("lock", "locks");
    private static final Set<String> EXPIRING = Set.of("expire", "pexpire", "expireAt", "pexpireAt");

    @Override
    public void look(Project project, Consumer<Finding> found) {
        for (TypeFacts type : project.types()) {
            for (MethodFacts method : type.methods()) {
                method.calls().filter(RedisLockMistakes::makes).forEach(call -> look(call, method, found));
            }
        }
    }

    /** Returns whether it creates a key that is a lock, if it does not exist. */
    static boolean makes(Call call) {
        if (call.arguments().size() < 2 || !isLockKey(call.arguments().get(0))) {
            return false;
        }
        return switch (call.name()) {
            case "setIfAbsent" ->
                call.receiver().contains("opsForValue") || call.type().simple().endsWith("ValueOperations");
            case "setnx" -> true;
            case "set", "setGet" -> call.arguments().size() == 3 && call.given().contains("nx(");
            default -> false;
        };
    }

    private static boolean isLockKey(Argument key) {
        return Words.has(key.string(), LOCK) || Words.has(key.text(), LOCK);
    }

    private static void look(Call call, MethodFacts method, Consumer<Finding> found) {
        boolean expires = call.name().equals("setIfAbsent")
                ? call.arguments().size() > 2
                : call.given().matches("(?s).*\\b(ex|px|exAt|pxAt)\\(.*");
        boolean later = method.calls().anyMatch(each -> EXPIRING.contains(each.name()));
        if (!expires && !later) {
            found.accept(new Finding(
                    Rule.LOCK_WITHOUT_TIMEOUT,
                    call.place(),
                    "This key is a lock that never expires: after a crash of its holder it stays for ever.",
                    List.of()));
        }
        Argument value = call.arguments().get(1);
        boolean constant =
                value.literal() || (!value.string().isEmpty() && !value.string().contains("?"));
        if (constant) {
            found.accept(new Finding(
                    Rule.LOCK_WITHOUT_OWNER,
                    call.place(),
                    "Every lock has the same value, " + value.text()
                            + ": its owner is unknown, and a program that deletes the key may delete the lock of another.",
                    List.of()));
        }
    }
}
