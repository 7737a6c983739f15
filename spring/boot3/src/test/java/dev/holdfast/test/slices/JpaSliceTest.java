package dev.holdfast.test.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.Owner;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.test.spring.HoldfastTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;
import org.springframework.test.context.jdbc.Sql;

/** A slice of repositories on Spring Boot 3.5. */
@DataJpaTest
@HoldfastTest
@Sql(statements = "INSERT INTO article (id, text) VALUES (1, 'bridge')")
class JpaSliceTest {
    @Autowired
    Articles articles;

    @Test
    void change_withoutTheLock_isRefused() {
        CurrentOwner.runAs(Owner.of("Anna"), () -> {
            Article article = articles.findById(1L).orElseThrow();
            article.write("tunnel");
            assertThatExceptionOfType(LockNotHeldException.class).isThrownBy(articles::flush);
        });
    }

    @Test
    void change_underTheLock_isWritten() {
        CurrentOwner.runAs(Owner.of("Anna"), () -> {
            Article article = articles.findForEdit(1L).orElseThrow();
            article.write("tunnel");
            articles.flush();
            assertThat(articles.findById(1L).orElseThrow().text()).isEqualTo("tunnel");
        });
    }
}
