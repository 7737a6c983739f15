package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.audit.code.Argument;
import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.Loop;
import dev.holdfast.audit.code.Mark;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.Setting;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.sql.SqlParser;
import dev.holdfast.audit.sql.SqlStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Loops that try again until a lock is free, and requested waits of minutes or without end. */
final class WaitingForLock implements Check {
    /** A shorter wait is a late answer; after a longer one the user has given up. */
    private static final long MAX_SECONDS = 30;
    /** MySQL waits for 50 seconds by default. */
    private static final long MAX_DEFAULT_SECONDS = 60;

    private static final Set<String> SHARED_LOCKS =
            Set.of("RLock", "InterProcessMutex", "InterProcessLock", "FencedLock");
    private static final Pattern HINT =
            Pattern.compile("persistence\\.lock\\.timeout\"\\s*,\\s*(?:value\\s*=\\s*)?\"?(-?\\d{1,12})");
    private static final Pattern WAIT = Pattern.compile("\\bfor update(?: of [\\w., ]+)? wait (\\d{1,9})\\b");
    private static final Pattern GET_LOCK = Pattern.compile("\\bget_lock\\s*\\([^()]*,\\s*(-?\\d{1,9})\\s*\\)");
    private static final Pattern SESSION_WAIT =
            Pattern.compile("\\bset\\s+(?:session\\s+|global\\s+|@@)?innodb_lock_wait_timeout\\s*=\\s*(\\d{1,9})\\b");
    private static final Pattern OF = Pattern.compile("of(Seconds|Minutes|Hours|Days)\\((\\d{1,9})\\)");
    private static final Pattern UNIT = Pattern.compile("(\\d{1,9})L?\\b.*?\\b(SECONDS|MINUTES|HOURS|DAYS)\\b");

    @Override
    public void look(Project project, Consumer<Finding> found) {
        Records records = new Records(project);
        for (TypeFacts type : project.types()) {
            for (MethodFacts method : type.methods()) {
                retries(type, method, records, found);
                hints(method, found);
                if (isHandler(type, method)) {
                    handler(method, found);
                }
            }
        }
        for (SqlStatement statement : project.statements()) {
            statement(statement, found);
        }
        for (Setting setting : project.settings()) {
            setting(setting, found);
        }
    }

    private static void tell(Place place, String sentence, Consumer<Finding> found) {
        found.accept(new Finding(Rule.WAITING_FOR_LOCK, place, sentence, List.of()));
    }

    /** Reports a loop that sleeps and acquires a lock, without a limit on tries or time. */
    private static void retries(TypeFacts type, MethodFacts method, Records records, Consumer<Finding> found) {
        List<Loop> sleeping = new ArrayList<>();
        method.calls().filter(WaitingForLock::sleeps).forEach(call -> {
            if (call.loop() != null && call.loop().repeats()) {
                sleeping.add(call.loop());
            }
        });
        if (sleeping.isEmpty() || !method.compared().isEmpty()) {
            return;
        }
        method.calls()
                .filter(call -> call.loop() != null && sleeping.contains(call.loop()))
                .filter(call -> LockCalls.takes(call)
                        || RedisLockMistakes.makes(call)
                        || puts(call)
                        || callsPut(call, type, records))
                .findFirst()
                .ifPresent(call -> tell(
                        call.place(), "This loop tries again until the lock is free, however long that takes.", found));
    }

    private static boolean sleeps(Call call) {
        return (call.name().equals("sleep") && !call.arguments().isEmpty())
                || call.name().equals("parkNanos");
    }

    /** Returns whether it acquires a lock with an insert into a table of locks. */
    private static boolean puts(Call call) {
        return call.arguments().stream()
                .map(Argument::string)
                .filter(text -> !text.isEmpty())
                .flatMap(text -> SqlParser.parse(text, call.place()).stream())
                .anyMatch(WaitingForLock::puts);
    }

    private static boolean puts(SqlStatement statement) {
        return statement.kind() == SqlStatement.Kind.INSERT && Records.isLock(statement.table());
    }

    /** Returns whether it calls a method of the same class, or of a mapper, with such an insert. */
    private static boolean callsPut(Call call, TypeFacts type, Records records) {
        MethodFacts called = call.own() ? Records.called(call, type) : records.called(call);
        return called != null
                && (Project.statements(called).anyMatch(WaitingForLock::puts)
                        || Project.statements(called.marks()).anyMatch(WaitingForLock::puts));
    }

    private static void hints(MethodFacts method, Consumer<Finding> found) {
        for (Mark mark : method.marks()) {
            hint(mark.text(), mark.place(), found);
        }
        method.calls()
                .filter(call -> call.given().contains("lock.timeout"))
                .forEach(call -> hint(call.given(), call.place(), found));
    }

    private static void hint(String text, Place place, Consumer<Finding> found) {
        Matcher hint = HINT.matcher(text);
        if (hint.find()) {
            milliseconds(hint.group(1), place, found);
        }
    }

    private static void milliseconds(String text, Place place, Consumer<Finding> found) {
        if (!text.matches("-?\\d{1,12}")) {
            return;
        }
        long wait = Long.parseLong(text);
        if (wait < 0 && wait != -2) { // -2 skips locked rows
            tell(place, "A request for a locked row waits without end (lock.timeout " + wait + ").", found);
        } else if (wait > MAX_SECONDS * 1000) {
            tell(place, "A request for a locked row waits for up to " + wait / 1000 + " s.", found);
        }
    }

    private static boolean isHandler(TypeFacts type, MethodFacts method) {
        return method.marks().stream()
                        .anyMatch(mark -> mark.name().endsWith("Mapping")
                                || Set.of("GET", "POST", "PUT", "DELETE", "PATCH")
                                        .contains(mark.name()))
                || (type.extendsOrImplements("HttpServlet") && method.name().matches("do(Get|Post|Put|Delete)"));
    }

    /** Reports calls that make a request wait for a lock that it does not release itself. */
    private static void handler(MethodFacts method, Consumer<Finding> found) {
        boolean gives = method.calls().anyMatch(call -> call.name().matches("unlock|release|forceUnlock"));
        method.calls().forEach(call -> {
            boolean shared = SHARED_LOCKS.contains(call.type().simple())
                    || call.receiver().matches("(?s).*\\b(getLock|obtain)\\(.*");
            if (shared
                    && !gives
                    && call.name().matches("lock|acquire")
                    && call.arguments().isEmpty()) {
                tell(call.place(), "This request waits until the lock is free, however long that takes.", found);
            } else if (shared && !gives && call.name().matches("tryLock|acquire") && seconds(call) > MAX_SECONDS) {
                tell(call.place(), "This request waits for the lock for up to " + seconds(call) + " s.", found);
            } else if (call.name().equals("waiting") && seconds(call) > MAX_SECONDS) {
                tell(call.place(), "This request waits for the lock for up to " + seconds(call) + " s.", found);
            }
        });
    }

    /** Returns the timeout argument of a call; 0 if unknown. */
    private static long seconds(Call call) {
        Matcher of = OF.matcher(call.given());
        if (of.find()) {
            return scaled(Long.parseLong(of.group(2)), of.group(1));
        }
        Matcher unit = UNIT.matcher(call.given());
        return unit.find() ? scaled(Long.parseLong(unit.group(1)), unit.group(2)) : 0;
    }

    private static long scaled(long number, String unit) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "minutes" -> number * 60;
            case "hours" -> number * 3600;
            case "days" -> number * 86_400;
            default -> number;
        };
    }

    private static void statement(SqlStatement statement, Consumer<Finding> found) {
        number(WAIT, statement.text(), MAX_SECONDS, statement.place(), found);
        number(GET_LOCK, statement.text(), MAX_SECONDS, statement.place(), found);
        number(SESSION_WAIT, statement.text(), MAX_DEFAULT_SECONDS, statement.place(), found);
    }

    private static void number(Pattern pattern, String text, long longest, Place place, Consumer<Finding> found) {
        Matcher matcher = pattern.matcher(text);
        if (matcher.find()) {
            long seconds = Long.parseLong(matcher.group(1));
            if (seconds < 0 || seconds > longest) {
                String time = seconds < 0 ? "without end" : "for up to " + seconds + " s";
                tell(place, "A request for a locked record waits " + time + ".", found);
            }
        }
    }

    private static void setting(Setting setting, Consumer<Finding> found) {
        if (setting.plainKey().endsWith("persistence.lock.timeout")) {
            milliseconds(setting.value(), setting.place(), found);
        } else if (setting.plainKey().endsWith("connectioninitsql")) {
            number(SESSION_WAIT, setting.value().toLowerCase(Locale.ROOT), MAX_DEFAULT_SECONDS, setting.place(), found);
        }
    }
}
