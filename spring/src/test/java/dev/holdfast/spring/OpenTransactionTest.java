package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Owner;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.LockProblem;
import dev.holdfast.session.LockProblems;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Locks that a transaction which has not ended is just taking or releasing. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenTransactionTest {
    private static ConfigurableApplicationContext app;

    private final CurrentLocks current = app.getBean(CurrentLocks.class);
    private final LockManager locks = app.getBean(LockManager.class);

    @BeforeAll
    static void start() {
        app = Apps.plain(TransactionsTest.App.class, Postgres.fresh());
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    private static TransactionTemplate transaction(int propagation) {
        TransactionTemplate template = new TransactionTemplate(app.getBean(PlatformTransactionManager.class));
        template.setPropagationBehavior(propagation);
        return template;
    }

    private static void as(String owner, Runnable work) {
        CurrentOwner.runAs(Owner.of(owner), work);
    }

    /** Runs work in a transaction of its own, within that of the thread. */
    private static void within(Runnable work) {
        transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW).executeWithoutResult(status -> work.run());
    }

    private static void inTransaction(Runnable work) {
        transaction(TransactionDefinition.PROPAGATION_REQUIRED).executeWithoutResult(status -> work.run());
    }

    @Test
    @DisplayName("P11: a lock that another transaction is just taking is refused, and the refusal says so")
    void acquire_inAnothersOpenTransaction_isRefused() {
        as(
                "anna",
                () -> inTransaction(() -> {
                    current.acquire("policy/1");
                    LockUnavailableException refused = CompletableFuture.supplyAsync(() -> catchThrowableOfType(
                                    LockUnavailableException.class, () -> as("ben", () -> current.acquire("policy/1"))))
                            .join();
                    LockProblem problem = new LockProblems(locks, "").of(refused);
                    assertThat(problem.status()).isEqualTo(423);
                    assertThat(problem.detail())
                            .isEqualTo("policy/1 is just being taken or changed. Try again in a moment.");
                }));
        as("anna", () -> assertThat(current.holds("policy/1")).isTrue());
    }

    @Test
    @DisplayName("P11: a transaction within one's own does not wait for a lock that the outer one has changed")
    void acquire_inRequiresNew_isRefusedWithAReason() {
        as("anna", () -> {
            inTransaction(() -> {
                current.acquire("policy/2");
                within(() -> assertThatIllegalStateException()
                        .isThrownBy(() -> current.acquire("policy/2"))
                        .withMessageStartingWith(
                                "policy/2 was acquired or released by the outer transaction of this thread"));
                within(() -> current.acquire("policy/3"));
                current.acquire("policy/2");
            });
            assertThat(current.holds("policy/2", "policy/3")).isTrue();
            inTransaction(() -> {
                current.release("policy/2");
                within(() -> assertThatIllegalStateException().isThrownBy(() -> current.release("policy/2")));
            });
            current.require("policy/3");
            inTransaction(() -> {
                current.require("policy/3");
                within(() -> current.acquire("policy/3")); // the outer one has only looked
            });
            within(() -> current.acquire("policy/2")); // nothing is suspended any more
        });
    }
}
