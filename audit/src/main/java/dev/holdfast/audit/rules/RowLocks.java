package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.code.Argument;
import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Phrase;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.Step;
import dev.holdfast.audit.sql.SqlParser;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the places where a method locks rows in the database. */
final class RowLocks {
    /** A statement that does not wait, or that locks in a fixed order. */
    static final Pattern UNHURT = Pattern.compile(".*\\b(order by|nowait|skip locked|limit 1)\\b.*");

    private final Records records;

    RowLocks(Project project) {
        this.records = new Records(project);
    }

    /** Returns the first such place. */
    Optional<Place> in(MethodFacts method) {
        return method.steps().stream().filter(this::locks).map(Step::place).findFirst();
    }

    boolean locks(Step step) {
        if (step instanceof Phrase phrase) {
            return SqlParser.parse(phrase.text(), phrase.place())
                    .filter(statement -> statement.rowLock())
                    .isPresent();
        }
        return step instanceof Call call && locks(call);
    }

    /** Returns whether it waits for the lock on a row that its arguments name. */
    boolean takes(Call call) {
        boolean bySql = call.arguments().stream()
                .map(Argument::string)
                .filter(text -> !text.isEmpty())
                .flatMap(text -> SqlParser.parse(text, call.place()).stream())
                .anyMatch(statement ->
                        statement.rowLock() && !UNHURT.matcher(statement.text()).matches());
        return !call.arguments().isEmpty()
                && (bySql || (locks(call) && !call.name().equals("setLockMode")));
    }

    private boolean locks(Call call) {
        if (call.given().contains("LockModeType.PESSIMISTIC")
                || call.given().contains("LockMode.PESSIMISTIC")
                || call.given().contains("LockOptions.UPGRADE")
                || call.given().matches(".*\\bPESSIMISTIC_(READ|WRITE|FORCE_INCREMENT)\\b.*")) {
            return true;
        }
        MethodFacts called = records.called(call);
        return called != null && Records.locksRows(called);
    }
}
