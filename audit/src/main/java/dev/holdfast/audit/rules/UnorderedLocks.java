package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.audit.code.Argument;
import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.Loop;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.code.TypeName;
import dev.holdfast.audit.names.Words;
import dev.holdfast.audit.sql.SqlParser;
import dev.holdfast.audit.sql.SqlStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Several locks one after the other: in the order of a given list, of two parameters, or in opposite orders. */
final class UnorderedLocks implements Check {
    private static final Set<String> UNSORTED =
            Set.of("List", "Set", "Collection", "Iterable", "ArrayList", "HashSet", "LinkedHashSet", "Stream");
    private static final Pattern COPIED =
            Pattern.compile("(?s)new (HashSet|ArrayList|LinkedList|LinkedHashSet)\\b.*|(List|Set)\\.(of|copyOf)\\(.*");
    private static final Pattern PREPARED = Pattern.compile("prepareStatement\\(\"([^\"]*)\"");
    private static final Pattern SORTING = Pattern.compile("(?is).*(sort|tree|orderby|ordered|skiplist).*");
    private static final Pattern SEVERAL =
            Pattern.compile(".*\\bin\\s*(\\(\\s*[?:]|[?:]|\\(\\s*%).*|.*=\\s*any\\s*\\(.*");

    @Override
    public void look(Project project, Consumer<Finding> found) {
        Map<String, Place> pairs = new HashMap<>();
        RowLocks rows = new RowLocks(project);
        for (TypeFacts type : project.types()) {
            for (MethodFacts method : type.methods()) {
                List<Call> takes = method.calls().filter(LockCalls::takes).toList();
                List<Call> locked = method.calls()
                        .filter(rows::takes)
                        .filter(call -> !takes.contains(call))
                        .toList();
                loops(takes, method, found);
                loops(locked, method, found);
                prepared(method, found);
                twoOfAKind(takes, method, found);
                twoOfAKind(locked, method, found);
                opposite(takes, pairs, found);
                derived(method, found);
            }
        }
        for (SqlStatement statement : project.statements()) {
            if (statement.rowLock() && locksSeveral(statement)) {
                tell(
                        statement.place(),
                        "Several rows are locked in whatever order the database finds them: add ORDER BY"
                                + " their key.",
                        List.of(),
                        found);
            }
        }
    }

    private static void tell(Place place, String sentence, List<Place> related, Consumer<Finding> found) {
        found.accept(new Finding(Rule.UNORDERED_LOCKS, place, sentence, related));
    }

    private static void loops(List<Call> takes, MethodFacts method, Consumer<Finding> found) {
        for (Call call : takes) {
            Loop loop = call.loop();
            if (loop == null
                    || loop.repeats()
                    || SORTING.matcher(loop.over() + call.given()).matches()) {
                continue;
            }
            String over = root(loop.over());
            boolean each = loop.variable().isEmpty()
                    || call.arguments().stream()
                            .anyMatch(argument -> argument.names().contains(loop.variable()));
            if (each && isUnsorted(over, method)) {
                inOrderOf(over, call.place(), found);
            }
        }
    }

    /** Reports a prepared statement that locks one row in each round of a loop. */
    private static void prepared(MethodFacts method, Consumer<Finding> found) {
        method.calls().filter(call -> call.name().startsWith("execute")).forEach(call -> {
            Loop loop = call.loop();
            if (loop == null || loop.repeats() || !isRowLock(method.locals().getOrDefault(call.receiver(), ""))) {
                return;
            }
            boolean each = method.calls()
                    .anyMatch(set -> loop.equals(set.loop())
                            && set.receiver().equals(call.receiver())
                            && set.arguments().stream()
                                    .anyMatch(argument -> argument.names().contains(loop.variable())));
            if (each && !SORTING.matcher(loop.over()).matches() && isUnsorted(root(loop.over()), method)) {
                inOrderOf(root(loop.over()), call.place(), found);
            }
        });
    }

    /** Returns whether the source of a value prepares a statement that waits for a row. */
    private static boolean isRowLock(String source) {
        Matcher prepared = PREPARED.matcher(source);
        return prepared.find()
                && SqlParser.parse(prepared.group(1), new Place("", 1))
                        .filter(statement -> statement.rowLock()
                                && !RowLocks.UNHURT.matcher(statement.text()).matches())
                        .isPresent();
    }

    private static void inOrderOf(String over, Place place, Consumer<Finding> found) {
        tell(place, "These locks are taken in the order in which " + over + " happens to be.", List.of(), found);
    }

    private static boolean isUnsorted(String name, MethodFacts method) {
        if (method.compared().contains(name)) {
            return false;
        }
        String origin = method.locals().get(name);
        TypeName given = method.parameters().get(name);
        if (origin != null) {
            return COPIED.matcher(origin).matches() && !SORTING.matcher(origin).matches();
        }
        return given != null
                && (UNSORTED.contains(given.simple()) || given.simple().endsWith("[]"));
    }

    private static String root(String over) {
        int end = 0;
        while (end < over.length() && Character.isJavaIdentifierPart(over.charAt(end))) {
            end++;
        }
        String rest = over.substring(end);
        boolean plain = rest.isEmpty() || rest.startsWith(".stream()") || rest.startsWith(".parallelStream()");
        return plain ? over.substring(0, end) : "";
    }

    /** Reports {@code lock(from); lock(to)}: another call may use the opposite order. */
    private static void twoOfAKind(List<Call> takes, MethodFacts method, Consumer<Finding> found) {
        for (int i = 1; i < takes.size(); i++) {
            String first = parameter(takes.get(i - 1), method);
            String second = parameter(takes.get(i), method);
            if (!first.isEmpty()
                    && !second.isEmpty()
                    && !first.equals(second)
                    && takes.get(i).name().equals(takes.get(i - 1).name())
                    && takes.get(i).receiver().equals(takes.get(i - 1).receiver())
                    && ofSameType(takes.get(i - 1), takes.get(i))
                    && takes.get(i).loop() == null
                    && method.parameters()
                            .getOrDefault(first, TypeName.UNKNOWN)
                            .equals(method.parameters().get(second))
                    && kind(first).equals(kind(second))
                    && !method.compared().contains(first)
                    && !method.compared().contains(second)) {
                tell(
                        takes.get(i).place(),
                        "The locks on " + first + " and " + second
                                + " are taken in the order in which they are given; a call the other way round takes them in"
                                + " the other.",
                        List.of(takes.get(i - 1).place()),
                        found);
                return;
            }
        }
    }

    private static boolean ofSameType(Call one, Call other) {
        TypeName first = one.arguments().get(0).type();
        return !first.simple().equals("Class")
                || first.equals(other.arguments().get(0).type());
    }

    /** Returns the parameter that names the record; empty if there is not exactly one. */
    private static String parameter(Call call, MethodFacts method) {
        Argument first = call.arguments().get(0);
        boolean typed =
                first.type().simple().equals("Class") && call.arguments().size() > 1;
        List<String> named = (typed ? call.arguments().get(1) : first)
                .names().stream().filter(method.parameters()::containsKey).toList();
        return named.size() == 1 ? named.get(0) : "";
    }

    /** Returns the kind of a parameter: the same for from and to, but not for an order and its customer. */
    private static String kind(String parameter) {
        List<String> words = new ArrayList<>(Words.of(parameter));
        words.removeAll(Words.set("""
                from to source target src dest destination first second left right a b one other old new id key
                this that debit credit 1 2 payer payee sender receiver"""));
        words.replaceAll(word -> word.replaceAll("\\d+$", ""));
        return String.join("", words);
    }

    /** Reports opposite orders: one method locks an order and then its customer, another the reverse. */
    private static void opposite(List<Call> takes, Map<String, Place> pairs, Consumer<Finding> found) {
        for (int i = 1; i < takes.size(); i++) {
            String first = subject(takes.get(i - 1));
            String second = subject(takes.get(i));
            if (first.isEmpty() || second.isEmpty() || first.equals(second)) {
                continue;
            }
            Place other = pairs.get(second + ">" + first);
            if (other != null) {
                tell(
                        takes.get(i).place(),
                        "Here " + first + " is locked before " + second + "; " + other
                                + " does it the other way round.",
                        List.of(other),
                        found);
            }
            pairs.putIfAbsent(first + ">" + second, takes.get(i).place());
        }
    }

    /** Returns the kind of record: {@code order} for {@code orderId}, {@code order.getId()} and {@code "order/" + id}. */
    private static String subject(Call call) {
        Argument first = call.arguments().get(0);
        String text = first.string().isEmpty() ? first.text() : first.string().replaceAll("[/:?].*", "");
        if (!text.matches("[\\w.]+(\\(\\))?")) {
            return "";
        }
        List<String> words = new ArrayList<>(Words.of(text));
        words.removeAll(Set.of("id", "get", "key", "this", "ref"));
        return words.size() == 1 && words.get(0).length() > 2 ? words.get(0) : "";
    }

    private static boolean locksSeveral(SqlStatement statement) {
        return SEVERAL.matcher(statement.where()).matches()
                && !RowLocks.UNHURT.matcher(statement.text()).matches();
    }

    /** Reports a derived query such as {@code @Lock(PESSIMISTIC_WRITE) findByIdIn(ids)}. */
    private static void derived(MethodFacts method, Consumer<Finding> found) {
        if (!Records.locksRows(method)) {
            return;
        }
        boolean bySql = Project.statements(method.marks())
                .anyMatch(statement -> !statement.rowLock() && locksSeveral(statement));
        boolean byName = method.marks().stream().noneMatch(mark -> mark.name().equals("Query"))
                && method.name().matches("(find|get|read|query)\\w*By\\w*In")
                && !method.name().contains("OrderBy");
        if (bySql || byName) {
            tell(
                    method.place(),
                    "Several rows are locked in whatever order the database finds them: order them by their" + " key.",
                    List.of(),
                    found);
        }
    }
}
