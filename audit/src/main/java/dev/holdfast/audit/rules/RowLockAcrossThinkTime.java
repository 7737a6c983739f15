package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.audit.code.Argument;
import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.FieldFacts;
import dev.holdfast.audit.code.Mark;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.Setting;
import dev.holdfast.audit.code.Step;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.sql.SqlStatement;
import dev.holdfast.audit.sql.SqlStatement.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Row locks of the database that are held while a person thinks: the connection or transaction is kept in the session, or a
 * person is asked before it ends, or it is allowed to last for minutes.
 */
final class RowLockAcrossThinkTime implements Check {
    /** Longer than any work without think time. */
    private static final long LONG_SECONDS = 300;

    private static final Set<String> CONNECTIONS = Set.of(
            "Connection",
            "EntityManager",
            "EntityTransaction",
            "TransactionStatus",
            "UserTransaction",
            "StatelessSession");
    private static final List<String> CONVERSATIONS = List.of(
            "SessionScoped",
            "SessionScope",
            "ConversationScoped",
            "ViewScoped",
            "Stateful",
            "FlowScoped",
            "SessionAttributes");
    /** Annotations of Spring, Jakarta and Quarkus. */
    private static final Set<String> TRANSACTIONS = Set.of("Transactional", "TransactionConfiguration");

    private static final Set<String> TIMEOUTS =
            Set.of("spring.transaction.defaulttimeout", "quarkus.transactionmanager.defaulttransactiontimeout");
    private static final Predicate<String> SECONDS = Pattern.compile("\\d{1,9}").asMatchPredicate();

    private static final Pattern SCOPE = Pattern.compile(".*(session|SESSION).*");
    private static final Pattern SLEEP =
            Pattern.compile("\\b(pg_sleep|dbms_lock\\.sleep|dbms_session\\.sleep|waitfor\\s+delay)\\b");

    @Override
    public void look(Project project, Consumer<Finding> found) {
        RowLocks locks = new RowLocks(project);
        boolean any = false;
        for (TypeFacts type : project.types()) {
            for (MethodFacts method : type.methods()) {
                Optional<Place> lock = locks.in(method);
                any |= lock.isPresent();
                lock.ifPresent(place -> look(type, method, place, locks, found));
            }
        }
        if (any) {
            settings(project, found);
        }
        scripts(project, found);
    }

    private static void tell(Place place, String sentence, List<Place> related, Consumer<Finding> found) {
        found.accept(new Finding(Rule.ROW_LOCK_ACROSS_THINK_TIME, place, sentence, related));
    }

    private static void look(TypeFacts type, MethodFacts method, Place lock, RowLocks locks, Consumer<Finding> found) {
        Optional<Call> kept = type.methods().stream()
                .flatMap(MethodFacts::calls)
                .filter(call -> keeps(call, type))
                .findFirst();
        Optional<Call> asked = asked(method, locks);
        if (kept.isPresent()) {
            tell(
                    lock,
                    "The row stays locked between requests: its " + kept.get().place()
                            + " keeps the connection for later.",
                    List.of(kept.get().place()),
                    found);
        } else if (isConversation(type) && hasOpenConnection(type)) {
            tell(
                    lock,
                    "The row stays locked between requests: " + type.name()
                            + " lives as long as the session, and so does its connection.",
                    List.of(type.place()),
                    found);
        } else if (asked.isPresent()) {
            tell(
                    lock,
                    "The row is locked while a person is waited for, in line "
                            + asked.get().place().line() + ".",
                    List.of(asked.get().place()),
                    found);
        } else {
            seconds(method)
                    .or(() -> seconds(type.marks()))
                    .filter(seconds -> seconds >= LONG_SECONDS)
                    .ifPresent(seconds -> tell(
                            lock,
                            "The row may be locked for " + seconds / 60
                                    + " minutes, as long as the transaction may last.",
                            List.of(method.place()),
                            found));
        }
    }

    /** Returns whether it stores a connection or transaction for a later request. */
    private static boolean keeps(Call call, TypeFacts type) {
        boolean connection =
                call.arguments().stream().map(Argument::type).anyMatch(each -> CONNECTIONS.contains(each.simple()));
        if (!connection || call.arguments().size() < 2) {
            return false;
        }
        boolean session = call.name().matches("setAttribute|putValue")
                && (call.type().simple().endsWith("Session") || call.receiver().contains("ession"));
        boolean map = call.name().matches("put|putIfAbsent")
                && type.fields().stream()
                        .anyMatch(field -> field.name().equals(call.variable())
                                && CONNECTIONS.contains(field.type().argument(1).simple()));
        return session || map;
    }

    private static boolean isConversation(TypeFacts type) {
        return type.marked(CONVERSATIONS)
                || type.mark("Scope")
                        .map(Mark::text)
                        .filter(text -> SCOPE.matcher(text).matches())
                        .isPresent()
                || type.extendsOrImplements("HttpSessionBindingListener");
    }

    /** Returns whether it has a connection of its own, not one that the container provides for each transaction. */
    private static boolean hasOpenConnection(TypeFacts type) {
        return type.fields().stream().anyMatch(RowLockAcrossThinkTime::isOpenConnection);
    }

    private static boolean isOpenConnection(FieldFacts field) {
        boolean lent = field.marks().stream()
                .anyMatch(mark -> mark.name().equals("PersistenceContext")
                        || mark.name().equals("Autowired")
                        || mark.name().equals("Inject"));
        boolean extended = field.marks().stream().anyMatch(mark -> mark.text().contains("EXTENDED"));
        return CONNECTIONS.contains(field.type().simple()) && (!lent || extended);
    }

    /** Returns the call that waits for a person after the row was locked. */
    private static Optional<Call> asked(MethodFacts method, RowLocks locks) {
        List<Step> steps = new ArrayList<>(method.steps());
        int from = 0;
        while (from < steps.size() && !locks.locks(steps.get(from))) {
            from++;
        }
        for (Step step : steps.subList(Math.min(from, steps.size()), steps.size())) {
            if (step instanceof Call call) {
                if (call.name().matches("commit|rollback|close") && !call.caught()) {
                    return Optional.empty();
                } else if (waitsForPerson(call)) {
                    return Optional.of(call);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean waitsForPerson(Call call) {
        String type = call.type().simple();
        return switch (type) {
            case "Scanner" -> call.name().startsWith("next");
            case "Console" -> call.name().startsWith("read");
            case "JOptionPane" -> call.name().startsWith("show");
            default -> call.name().equals("showAndWait") || call.receiver().equals("System.console()");
        };
    }

    /** Returns how long the transaction of a method may last, as far as it says so. */
    private static Optional<Long> seconds(MethodFacts method) {
        Optional<Long> marked = seconds(method.marks());
        return marked.isPresent()
                ? marked
                : method.calls()
                        .filter(call -> call.name().equals("setTransactionTimeout"))
                        .map(Call::given)
                        .filter(SECONDS)
                        .map(Long::valueOf)
                        .findFirst();
    }

    private static Optional<Long> seconds(List<Mark> marks) {
        return marks.stream()
                .filter(mark -> TRANSACTIONS.contains(mark.name()))
                .map(mark -> mark.value("timeout") + mark.value("timeoutString"))
                .filter(SECONDS)
                .map(Long::valueOf)
                .findFirst();
    }

    private static void settings(Project project, Consumer<Finding> found) {
        for (Setting setting : project.settings()) {
            if (TIMEOUTS.contains(setting.plainKey())
                    && Times.seconds(setting.value(), 1).orElse(0L) >= LONG_SECONDS) {
                tell(
                        setting.place(),
                        "Transactions may last for " + setting.value()
                                + ", and some of them lock rows meanwhile: long enough for a person to think.",
                        List.of(),
                        found);
            }
        }
    }

    private static void scripts(Project project, Consumer<Finding> found) {
        @Nullable SqlStatement lock = null;
        for (SqlStatement statement : project.scripts()) {
            boolean over = statement.kind() == Kind.END
                    || (lock != null
                            && !lock.place().file().equals(statement.place().file()));
            if (over) {
                lock = null;
            }
            if (statement.rowLock()) {
                lock = statement;
            }
            Matcher sleep = SLEEP.matcher(statement.text());
            if (lock != null && sleep.find()) {
                tell(
                        lock.place(),
                        "The rows are locked while the script sleeps, in line "
                                + statement.place().line() + ".",
                        List.of(statement.place()),
                        found);
                lock = null;
            }
        }
    }
}
