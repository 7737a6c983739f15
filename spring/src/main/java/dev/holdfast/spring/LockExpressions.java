package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Checks lock expressions at the start: their syntax, and the parameters that they name. */
final class LockExpressions {
    private static final SpelExpressionParser PARSER = new SpelExpressionParser();
    private static final ParameterNameDiscoverer PARAMETERS = new DefaultParameterNameDiscoverer();

    private LockExpressions() {}

    /** @throws NotStartedException if an expression cannot be read, or names no parameter of the method */
    static void check(String text, Method method) {
        Set<String> used = new HashSet<>();
        try {
            collect(PARSER.parseRaw(text).getAST(), used);
        } catch (ParseException | IllegalStateException e) {
            throw new NotStartedException(
                    "The lock expression " + text + " of " + LockMethodCheck.shown(method) + " cannot be read: "
                            + e.getMessage() + ".",
                    "Write an expression over the parameters, such as #id, or a text in quotes, such as 'policy/1'.",
                    e);
        }
        String @Nullable [] names = PARAMETERS.getParameterNames(method);
        Set<String> known = known(method, names);
        used.stream().filter(name -> !known.contains(name)).sorted().findFirst().ifPresent(name -> {
            throw unknown(name, text, method, names);
        });
    }

    private static Set<String> known(Method method, String @Nullable [] names) {
        Set<String> known = new HashSet<>(names == null ? List.of() : List.of(names));
        known.addAll(List.of("root", "this"));
        for (int i = 0; i < method.getParameterCount(); i++) {
            known.add("p" + i);
            known.add("a" + i);
        }
        return known;
    }

    private static NotStartedException unknown(String name, String text, Method method, String @Nullable [] names) {
        String nearest = names == null ? null : NearestName.to(name, List.of(names));
        return new NotStartedException(
                "The lock expression " + text + " of " + LockMethodCheck.shown(method) + " names the parameter #" + name
                        + ", which " + (names == null ? "is not known" : "the method does not have")
                        + (nearest == null ? "." : "; did you mean #" + nearest + "?"),
                names == null
                        ? "Compile the class with -parameters, or write #p0 for the first parameter."
                        : "The parameters of the method are: "
                                + Stream.of(names).map(each -> "#" + each).collect(Collectors.joining(", ")) + ".",
                null);
    }

    private static void collect(SpelNode node, Set<String> variables) {
        if (node instanceof VariableReference) {
            variables.add(node.toStringAST().substring(1));
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            collect(node.getChild(i), variables);
        }
    }
}
