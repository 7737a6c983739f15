package dev.holdfast.audit.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Resolves references between files: constants, and fields of superclasses. */
final class Linker {
    private static final Pattern SQL = Pattern.compile(
            "^\\s*(select|insert|update|delete|merge|create|alter|with|from|set|begin)\\b|\\bfor\\s+update\\b",
            Pattern.CASE_INSENSITIVE);
    private static final int HIGHEST = 5;

    private final List<TypeFacts> types;
    private final Constants constants = new Constants();
    private final Map<String, TypeFacts> byName = new HashMap<>();

    Linker(List<TypeFacts> types) {
        this.types = types;
        for (TypeFacts type : types) {
            byName.putIfAbsent(type.name(), type);
            for (FieldFacts field : type.fields()) {
                if (field.type().simple().equals("String") && !field.initial().isEmpty()) {
                    constants.add(type.name(), field.name(), field.initial());
                }
            }
        }
    }

    List<TypeFacts> linked() {
        List<TypeFacts> linked = new ArrayList<>(types.size());
        for (TypeFacts type : types) {
            List<MethodFacts> methods = new ArrayList<>();
            type.methods().forEach(method -> methods.add(linked(method, type)));
            linked.add(new TypeFacts(
                    type.name(),
                    type.isInterface(),
                    type.supers(),
                    linked(type.marks()),
                    fields(type),
                    List.copyOf(methods),
                    type.place()));
        }
        return List.copyOf(linked);
    }

    private List<FieldFacts> fields(TypeFacts type) {
        List<FieldFacts> linked = new ArrayList<>();
        for (FieldFacts field : type.fields()) {
            linked.add(new FieldFacts(
                    field.name(),
                    field.type(),
                    field.isStatic(),
                    linked(field.marks()),
                    constants.resolve(field.initial()),
                    field.place()));
        }
        return List.copyOf(linked);
    }

    private List<Mark> linked(List<Mark> marks) {
        List<Mark> linked = new ArrayList<>();
        for (Mark mark : marks) {
            Map<String, String> values = new LinkedHashMap<>();
            mark.values().forEach((name, text) -> values.put(name, constants.resolveOrName(text)));
            linked.add(new Mark(mark.name(), values, mark.place()));
        }
        return List.copyOf(linked);
    }

    private MethodFacts linked(MethodFacts method, TypeFacts type) {
        List<Step> steps = new ArrayList<>();
        for (Step step : method.steps()) {
            if (step instanceof Phrase phrase) {
                String text = constants.resolve(phrase.text());
                if (SQL.matcher(text).find()) {
                    steps.add(new Phrase(text, phrase.named(), phrase.place()));
                }
            } else if (step instanceof Call call) {
                Call known = linked(call, type);
                steps.add(known);
                Panache.statement(known, type, byName::get).ifPresent(steps::add);
            }
        }
        return new MethodFacts(
                method.name(),
                method.parameters(),
                linked(method.marks()),
                method.place(),
                List.copyOf(steps),
                method.locals(),
                method.compared());
    }

    private Call linked(Call call, TypeFacts type) {
        List<Argument> arguments = new ArrayList<>();
        for (Argument each : call.arguments()) {
            arguments.add(new Argument(
                    each.text(), each.type(), constants.resolve(each.string()), each.names(), each.literal()));
        }
        TypeName declared = call.type();
        if (!declared.known() && call.receiver().matches("(this\\.)?\\w+")) {
            declared = inherited(call.variable(), type, 0);
        }
        return new Call(
                call.name(),
                call.receiver(),
                declared,
                arguments,
                call.place(),
                call.loop(),
                call.caught(),
                call.result());
    }

    private TypeName inherited(String field, TypeFacts type, int height) {
        for (TypeName each : type.supers()) {
            TypeFacts above = byName.get(each.simple());
            if (above == null || height >= HIGHEST) {
                continue;
            }
            for (FieldFacts candidate : above.fields()) {
                if (candidate.name().equals(field)) {
                    return candidate.type();
                }
            }
            TypeName higher = inherited(field, above, height + 1);
            if (higher.known()) {
                return higher;
            }
        }
        return TypeName.UNKNOWN;
    }
}
