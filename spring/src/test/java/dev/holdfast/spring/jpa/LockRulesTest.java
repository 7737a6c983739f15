package dev.holdfast.spring.jpa;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with an annotation is told at the start. */
class LockRulesTest {
    @Entity(name = "Plain")
    static class Plain {
        @Id
        Long id;
    }

    @Entity(name = "NoAttribute")
    @LockRoot("nothing")
    static class NoAttribute extends Plain {}

    @Entity(name = "NoEntity")
    @LockRoot("text")
    static class NoEntity extends Plain {
        String text;
    }

    @Entity(name = "NoRoot")
    @LockRoot("plain")
    static class NoRoot extends Plain {
        @ManyToOne
        Plain plain;
    }

    @Entity(name = "Circle")
    @LockRoot("next")
    static class Circle extends Plain {
        @ManyToOne
        Circle next;
    }

    @Entity(name = "NoKey")
    @Lockable(value = "x", id = "number")
    static class NoKey extends Plain {}

    @ParameterizedTest
    @CsvSource({
        "NoAttribute, 'names the attribute nothing, which is not there.'",
        "NoEntity, 'leads over text, which is no entity.'",
        "NoRoot, 'which is not @Lockable.'",
        "Circle, 'leads round in a circle.'",
        "NoKey, 'names the attribute number, which is not there.'"
    })
    void mistake_isTold(String entity, String told) throws ClassNotFoundException {
        Configuration configuration = new Configuration()
                .setProperty("hibernate.connection.url", "jdbc:h2:mem:rules")
                .setProperty("hibernate.hbm2ddl.auto", "none")
                .addAnnotatedClass(Plain.class)
                .addAnnotatedClass(Class.forName(LockRulesTest.class.getName() + "$" + entity));
        try (SessionFactory factory = configuration.buildSessionFactory()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> new LockRules(factory.unwrap(SessionFactoryImplementor.class)))
                    .withMessageStartingWith("@Lock")
                    .withMessageContaining(entity)
                    .withMessageContaining(told);
        }
    }
}
