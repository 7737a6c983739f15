package dev.holdfast.audit.read;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.Problem;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.AnnotationDeclaration;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.CompactConstructorDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.nodeTypes.NodeWithExtends;
import com.github.javaparser.ast.nodeTypes.NodeWithImplements;
import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.code.FieldFacts;
import dev.holdfast.audit.code.Mark;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.code.TypeName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one Java file and keeps the facts that rules need, since trees would fill the memory in a large project. */
final class JavaReader {
    private final JavaParser newest = parser(LanguageLevel.BLEEDING_EDGE);
    /** Accepts sources that only older versions of Java allow. */
    private final JavaParser lenient = parser(LanguageLevel.RAW);

    private static JavaParser parser(LanguageLevel level) {
        return new JavaParser(new ParserConfiguration().setLanguageLevel(level).setAttributeComments(false));
    }

    /** @throws UnreadableException if it is not Java */
    List<TypeFacts> read(String text, String file) {
        ParseResult<CompilationUnit> result = newest.parse(text);
        if (!result.isSuccessful()) {
            result = lenient.parse(text);
        }
        Optional<CompilationUnit> unit = result.getResult();
        if (!result.isSuccessful() || unit.isEmpty()) {
            throw new UnreadableException(result.getProblems().stream()
                    .findFirst()
                    .map(JavaReader::told)
                    .orElse("it is not Java"));
        }
        List<TypeFacts> found = new ArrayList<>();
        for (TypeDeclaration<?> type : unit.get().getTypes()) {
            read(type, file, Map.of(), found);
        }
        return found;
    }

    private static String told(Problem problem) {
        String first = problem.getMessage().lines().findFirst().orElse("it is not Java");
        return problem.getLocation()
                .flatMap(range -> range.getBegin().getRange())
                .map(range -> "line " + range.begin.line + ": " + first)
                .orElse(first);
    }

    private static void read(
            TypeDeclaration<?> type, String file, Map<String, TypeName> around, List<TypeFacts> found) {
        if (type instanceof AnnotationDeclaration) {
            return;
        }
        Strings strings = new Strings(type.getNameAsString());
        Marks marks = new Marks(file, strings);
        List<FieldFacts> fields = fields(type, file, marks, strings);
        Map<String, TypeName> known = new LinkedHashMap<>(around);
        fields.forEach(field -> known.put(field.name(), field.type()));
        List<MethodFacts> methods = new ArrayList<>();
        for (BodyDeclaration<?> member : type.getMembers()) {
            if (member instanceof TypeDeclaration<?> inner) {
                read(inner, file, known, found);
            } else if (member instanceof CallableDeclaration<?> callable) {
                methods.add(method(callable, file, known, marks, strings));
            } else if (member instanceof CompactConstructorDeclaration compact) {
                methods.add(new MethodReader(file, known, strings)
                        .read(
                                compact.getNameAsString(),
                                Map.of(),
                                List.of(),
                                Marks.place(compact, file),
                                compact.getBody()));
            } else if (member instanceof InitializerDeclaration block) {
                methods.add(new MethodReader(file, known, strings)
                        .read("<init>", Map.of(), List.of(), Marks.place(block, file), block.getBody()));
            }
        }
        found.add(new TypeFacts(
                type.getNameAsString(),
                type instanceof ClassOrInterfaceDeclaration declared && declared.isInterface(),
                supers(type),
                marks.of(type),
                fields,
                methods,
                new Place(file, Marks.line(type.getName()))));
    }

    private static List<TypeName> supers(TypeDeclaration<?> type) {
        List<TypeName> supers = new ArrayList<>();
        if (type instanceof NodeWithExtends<?> extending) {
            extending.getExtendedTypes().forEach(each -> supers.add(Types.of(each)));
        }
        if (type instanceof NodeWithImplements<?> implementing) {
            implementing.getImplementedTypes().forEach(each -> supers.add(Types.of(each)));
        }
        return supers;
    }

    private static List<FieldFacts> fields(TypeDeclaration<?> type, String file, Marks marks, Strings strings) {
        List<FieldFacts> fields = new ArrayList<>();
        if (type instanceof RecordDeclaration record) {
            for (Parameter each : record.getParameters()) {
                fields.add(new FieldFacts(
                        each.getNameAsString(),
                        Types.of(each.getType()),
                        false,
                        marks.of(each),
                        "",
                        Marks.place(each, file)));
            }
        }
        for (BodyDeclaration<?> member : type.getMembers()) {
            if (member instanceof FieldDeclaration field) {
                List<Mark> of = marks.of(field);
                for (VariableDeclarator each : field.getVariables()) {
                    Optional<Expression> initial = each.getInitializer();
                    fields.add(new FieldFacts(
                            each.getNameAsString(),
                            Types.of(each.getType()),
                            field.isStatic() || (type instanceof ClassOrInterfaceDeclaration of2 && of2.isInterface()),
                            of,
                            initial.map(strings::initial).orElse(""),
                            new Place(file, Marks.line(each))));
                }
            }
        }
        return fields;
    }

    private static MethodFacts method(
            CallableDeclaration<?> callable, String file, Map<String, TypeName> fields, Marks marks, Strings strings) {
        Map<String, TypeName> parameters = new LinkedHashMap<>();
        for (Parameter each : callable.getParameters()) {
            TypeName type = Types.of(each.getType());
            parameters.put(each.getNameAsString(), each.isVarArgs() ? Types.array(type) : type);
        }
        return new MethodReader(file, fields, strings)
                .read(
                        callable.getNameAsString(),
                        parameters,
                        marks.of(callable),
                        new Place(file, Marks.line(callable.getName())),
                        callable);
    }
}
