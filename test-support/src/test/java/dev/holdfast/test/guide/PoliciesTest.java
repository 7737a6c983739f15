package dev.holdfast.test.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.Owner;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.test.spring.HoldfastTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.test.context.jdbc.Sql;

@DataJpaTest
@HoldfastTest
@Sql(statements = "INSERT INTO policy (id, text) VALUES (1, 'house')")
class PoliciesTest {
    @Autowired
    Policies policies;

    @Test
    void change_withoutTheLock_isRefused() {
        CurrentOwner.runAs(Owner.of("Anna"), () -> {
            Policy policy = policies.findById(1L).orElseThrow();
            policy.write("barn");
            assertThatExceptionOfType(LockNotHeldException.class).isThrownBy(policies::flush);
        });
    }

    @Test
    void change_underTheLock_isWritten() {
        CurrentOwner.runAs(Owner.of("Anna"), () -> {
            Policy policy = policies.findForEdit(1L).orElseThrow();
            policy.write("barn");
            policies.flush();
            assertThat(policies.findById(1L).orElseThrow().text()).isEqualTo("barn");
        });
    }
}
