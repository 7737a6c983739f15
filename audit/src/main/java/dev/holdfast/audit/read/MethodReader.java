package dev.holdfast.audit.read;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AnnotationExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ClassExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import com.github.javaparser.ast.type.Type;
import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.code.Argument;
import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.Loop;
import dev.holdfast.audit.code.Mark;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Phrase;
import dev.holdfast.audit.code.Step;
import dev.holdfast.audit.code.TypeName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the steps of one method. */
final class MethodReader {
    private static final Set<String> EACH = Set.of("forEach", "forEachOrdered");
    private static final Set<String> ORDERING = Set.of("compareTo", "compare", "min", "max", "sort", "sorted");
    private static final Set<BinaryExpr.Operator> LESS_OR_GREATER = Set.of(
            BinaryExpr.Operator.LESS,
            BinaryExpr.Operator.GREATER,
            BinaryExpr.Operator.LESS_EQUALS,
            BinaryExpr.Operator.GREATER_EQUALS);
    private static final Pattern BOUND = Pattern.compile("[<>=]\\s*([\\w.]+?)\\.(?:size\\(\\)|length)");

    private final String file;
    private final Strings strings;
    private final Map<String, TypeName> known;
    /** The fields with strings. */
    private final Set<String> texts = new HashSet<>();

    private final List<Step> steps = new ArrayList<>();
    private final Map<String, String> locals = new HashMap<>();
    private final Set<String> compared = new HashSet<>();

    /** @param fields the fields that are visible in the method */
    MethodReader(String file, Map<String, TypeName> fields, Strings strings) {
        this.file = file;
        this.known = new LinkedHashMap<>(fields);
        this.strings = strings;
        fields.forEach((name, type) -> {
            if (type.simple().equals("String")) {
                texts.add(name);
            }
        });
    }

    MethodFacts read(String name, Map<String, TypeName> parameters, List<Mark> marks, Place place, Node body) {
        known.putAll(parameters);
        texts.removeAll(parameters.keySet());
        visit(body, null, false);
        return new MethodFacts(
                name,
                Collections.unmodifiableMap(parameters),
                marks,
                place,
                List.copyOf(steps),
                Map.copyOf(locals),
                Set.copyOf(compared));
    }

    private void visit(Node node, @Nullable Loop loop, boolean caught) {
        if (node instanceof AnnotationExpr || node instanceof Type || node instanceof SimpleName) {
            return;
        } else if (node instanceof ForEachStmt each) {
            String variable = each.getVariable().getVariable(0).getNameAsString();
            visit(each.getIterable(), loop, caught);
            declare(each.getVariable().getVariable(0));
            visit(each.getBody(), new Loop(Strings.code(each.getIterable()), variable, "", place(node), loop), caught);
        } else if (node instanceof ForStmt counting) {
            counting.getInitialization().forEach(each -> visit(each, loop, caught));
            Loop inside = counted(counting, loop);
            counting.getCompare().ifPresent(each -> visit(each, inside, caught));
            visit(counting.getBody(), inside, caught);
        } else if (node instanceof WhileStmt repeated) {
            Loop inside = new Loop("", "", Strings.code(repeated.getCondition()), place(node), loop);
            visit(repeated.getCondition(), inside, caught);
            visit(repeated.getBody(), inside, caught);
        } else if (node instanceof DoStmt repeated) {
            Loop inside = new Loop("", "", Strings.code(repeated.getCondition()), place(node), loop);
            visit(repeated.getBody(), inside, caught);
            visit(repeated.getCondition(), inside, caught);
        } else if (node instanceof CatchClause clause) {
            visit(clause.getBody(), loop, true);
        } else if (node instanceof SynchronizedStmt guarded) {
            visit(guarded.getExpression(), loop, caught);
            String on = Strings.code(guarded.getExpression());
            steps.add(new Call("synchronized", on, TypeName.UNKNOWN, List.of(), place(node), loop, caught, ""));
            visit(guarded.getBody(), loop, caught);
        } else if (node instanceof MethodCallExpr call) {
            call(call, loop, caught);
        } else if (node instanceof Expression expression && Strings.isText(expression)) {
            steps.add(new Phrase(strings.text(expression), false, place(node)));
            inside(node, loop, caught);
        } else {
            note(node);
            for (Node child : node.getChildNodes()) {
                visit(child, loop, caught);
            }
        }
    }

    /** Adds the calls within a concatenated string. */
    private void inside(Node text, @Nullable Loop loop, boolean caught) {
        for (Node child : text.getChildNodes()) {
            if (child instanceof Expression expression && Strings.isText(expression)) {
                inside(child, loop, caught);
            } else {
                visit(child, loop, caught);
            }
        }
    }

    private void note(Node node) {
        if (node instanceof VariableDeclarator variable) {
            declare(variable);
        } else if (node instanceof AssignExpr assigned) {
            locals.put(plain(assigned.getTarget().toString()), Strings.code(assigned.getValue()));
        } else if (node instanceof TypePatternExpr pattern) {
            known.put(pattern.getNameAsString(), Types.of(pattern.getType()));
        } else if (node instanceof Parameter parameter && !parameter.getType().isUnknownType()) {
            known.put(parameter.getNameAsString(), Types.of(parameter.getType())); // of a lambda
        } else if (node instanceof BinaryExpr binary && LESS_OR_GREATER.contains(binary.getOperator())) {
            compared.addAll(names(binary));
        }
    }

    private void declare(VariableDeclarator variable) {
        String name = variable.getNameAsString();
        TypeName type = Types.of(variable.getType());
        variable.getInitializer().ifPresent(initial -> locals.put(name, Strings.code(initial)));
        known.put(
                name,
                type.simple().equals("var")
                        ? variable.getInitializer().map(this::type).orElse(TypeName.UNKNOWN)
                        : type);
    }

    private Loop counted(ForStmt counting, @Nullable Loop outer) {
        String condition = counting.getCompare().map(Strings::code).orElse("");
        Matcher bound = BOUND.matcher(condition);
        return bound.find()
                ? new Loop(bound.group(1), "", "", place(counting), outer)
                : new Loop("", "", condition, place(counting), outer);
    }

    private void call(MethodCallExpr call, @Nullable Loop loop, boolean caught) {
        String name = call.getNameAsString();
        call.getScope().ifPresent(scope -> visit(scope, loop, caught));
        Loop inside = loop;
        boolean repeated = EACH.contains(name) && call.getScope().isPresent();
        if (repeated) {
            inside = new Loop(call.getScope().map(Strings::code).orElse(""), parameter(call), "", place(call), loop);
        }
        List<Argument> arguments = new ArrayList<>();
        for (Expression each : call.getArguments()) {
            visit(each, inside, caught);
            if (each instanceof MethodReferenceExpr reference && repeated) {
                referred(reference, inside, caught);
            } else if (isField(each)) {
                steps.add(new Phrase(strings.field(each), true, place(each)));
            }
            arguments.add(argument(each));
        }
        if (ORDERING.contains(name)) {
            compared.addAll(names(call));
        }
        String receiver = call.getScope().map(Strings::code).orElse("");
        TypeName type = call.getScope().map(this::type).orElse(TypeName.UNKNOWN);
        Place place = new Place(file, Marks.line(call.getName()));
        steps.add(new Call(name, receiver, type, arguments, place, loop, caught, result(call)));
        JooqChain.read(call).ifPresent(statement -> built(call, statement, loop, caught));
    }

    /** Adds the statement that a chain of calls builds, as if its SQL were given to a call. */
    private void built(MethodCallExpr call, JooqChain.Statement statement, @Nullable Loop loop, boolean caught) {
        Place place = new Place(file, statement.line());
        Argument sql = new Argument("", TypeName.UNKNOWN, statement.sql(), names(call), false);
        steps.add(new Phrase(statement.sql(), false, place));
        steps.add(new Call("built", "", TypeName.named("DSLContext"), List.of(sql), place, loop, caught, result(call)));
    }

    private static String parameter(MethodCallExpr call) {
        return !call.getArguments().isEmpty()
                        && call.getArgument(0) instanceof LambdaExpr lambda
                        && lambda.getParameters().size() == 1
                ? lambda.getParameter(0).getNameAsString()
                : "";
    }

    /** Adds the call of a method reference: {@code ids.forEach(locks::acquire)} calls it for each element. */
    private void referred(MethodReferenceExpr reference, @Nullable Loop loop, boolean caught) {
        Argument each = new Argument("each", TypeName.UNKNOWN, "", Set.of(), false);
        steps.add(new Call(
                reference.getIdentifier(),
                Strings.code(reference.getScope()),
                type(reference.getScope()),
                List.of(each),
                place(reference),
                loop,
                caught,
                ""));
    }

    /** Returns whether it is a string that is defined elsewhere: a constant, or a field of this class. */
    private boolean isField(Expression expression) {
        if (Strings.isConstant(expression)) {
            return true;
        }
        String name = expression instanceof NameExpr simple
                ? simple.getNameAsString()
                : expression instanceof FieldAccessExpr access
                                && access.getScope().isThisExpr()
                        ? access.getNameAsString()
                        : "";
        return texts.contains(name) && !locals.containsKey(name);
    }

    private Argument argument(Expression expression) {
        String text = Strings.isText(expression)
                ? strings.text(expression)
                : isField(expression) ? strings.field(expression) : "";
        return new Argument(
                Strings.code(expression),
                type(expression),
                text,
                names(expression),
                expression instanceof LiteralExpr
                        || (expression instanceof UnaryExpr unary && unary.getExpression() instanceof LiteralExpr));
    }

    /** Returns its declared type, as far as this file shows it. */
    private TypeName type(Expression expression) {
        if (expression instanceof NameExpr name) {
            TypeName declared = known.get(name.getNameAsString());
            boolean isType = declared == null
                    && Character.isUpperCase(name.getNameAsString().charAt(0));
            return declared != null ? declared : isType ? TypeName.named(name.getNameAsString()) : TypeName.UNKNOWN;
        } else if (expression instanceof FieldAccessExpr access
                && access.getScope().isThisExpr()) {
            return known.getOrDefault(access.getNameAsString(), TypeName.UNKNOWN);
        } else if (expression instanceof ObjectCreationExpr created) {
            return Types.of(created.getType());
        } else if (expression instanceof EnclosedExpr enclosed) {
            return type(enclosed.getInner());
        } else if (expression instanceof CastExpr cast) {
            return Types.of(cast.getType());
        } else if (expression instanceof ClassExpr literal) {
            return new TypeName("Class", List.of(Types.of(literal.getType())));
        }
        return TypeName.UNKNOWN;
    }

    private static Set<String> names(Node node) {
        Set<String> names = new HashSet<>();
        node.walk(SimpleName.class, name -> names.add(name.getIdentifier()));
        return names;
    }

    /** Returns the variable that takes the final result of a chain of calls. */
    private static String result(MethodCallExpr call) {
        Node at = call;
        Node above = at.getParentNode().orElse(null);
        while (above instanceof CastExpr
                || above instanceof EnclosedExpr
                || (above instanceof MethodCallExpr outer
                        && isSame(outer.getScope().orElse(null), at))) {
            at = above;
            above = at.getParentNode().orElse(null);
        }
        if (above instanceof VariableDeclarator variable) {
            return variable.getNameAsString();
        }
        return above instanceof AssignExpr assigned && isSame(assigned.getValue(), at)
                ? plain(assigned.getTarget().toString())
                : "";
    }

    @SuppressWarnings("ReferenceEquality") // equal code may occur in two places
    private static boolean isSame(@Nullable Node one, Node other) {
        return one == other;
    }

    private static String plain(String name) {
        return name.startsWith("this.") ? name.substring("this.".length()) : name;
    }

    private Place place(Node node) {
        return Marks.place(node, file);
    }
}
