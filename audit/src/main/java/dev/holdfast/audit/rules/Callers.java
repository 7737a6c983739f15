package dev.holdfast.audit.rules;

import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.TypeFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The calls between methods, as far as names and declared types show them. */
final class Callers {
    private static final int DEPTH = 4;

    private record Site(TypeFacts type, MethodFacts method, Call call) {}

    private final Project project;
    private final Map<String, List<Site>> byName = new HashMap<>();

    Callers(Project project) {
        this.project = project;
        for (TypeFacts type : project.types()) {
            for (MethodFacts method : type.methods()) {
                method.calls()
                        .forEach(call -> byName.computeIfAbsent(call.name(), name -> new ArrayList<>())
                                .add(new Site(type, method, call)));
            }
        }
    }

    /** Returns whether the method, a method that it calls, or all its callers know of locks. */
    boolean aware(TypeFacts type, MethodFacts method) {
        return aware(type, method, 0);
    }

    private boolean aware(TypeFacts type, MethodFacts method, int depth) {
        if (LockCalls.aware(method) || LockCalls.marked(type.marks()) || callsAware(type, method)) {
            return true;
        }
        if (depth >= DEPTH) {
            return false;
        }
        List<Site> callers = byName.getOrDefault(method.name(), List.of()).stream()
                .filter(site -> !site.method().place().equals(method.place()) && calls(site, type, method))
                .toList();
        return !callers.isEmpty() && callers.stream().allMatch(site -> aware(site.type(), site.method(), depth + 1));
    }

    private static boolean calls(Site site, TypeFacts type, MethodFacts method) {
        Call call = site.call();
        if (call.arguments().size() != method.parameters().size()) {
            return false;
        } else if (call.own()) {
            return site.type().name().equals(type.name()) || site.type().extendsOrImplements(type.name());
        }
        return call.type().simple().equals(type.name())
                || type.extendsOrImplements(call.type().simple());
    }

    /** Returns whether it calls a method of this project that takes or checks a lock, such as {@code checkEditable(id)}. */
    private boolean callsAware(TypeFacts type, MethodFacts method) {
        return method.calls().anyMatch(call -> {
            TypeFacts on = call.own() ? type : project.type(call.type().simple());
            return on != null
                    && on.methods().stream()
                            .anyMatch(each -> !each.place().equals(method.place())
                                    && each.name().equals(call.name())
                                    && each.parameters().size()
                                            == call.arguments().size()
                                    && LockCalls.aware(each));
        });
    }
}
