package dev.holdfast.spring.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockUnavailableException;
import dev.holdfast.LockView;
import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.spring.Postgres;
import dev.holdfast.spring.jpa.office.Office;
import dev.holdfast.spring.jpa.office.PatientFile;
import dev.holdfast.spring.jpa.office.PatientFiles;
import dev.holdfast.spring.jpa.office.Policies;
import dev.holdfast.spring.jpa.office.Policy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lock, then load: by repositories of Spring Data, and by every read where readers lock too. */
class FindForEditTest extends OfficeTest {
    private final Policies policies = bean(Policies.class);
    private final PatientFiles files = bean(PatientFiles.class);

    @BeforeAll
    static void start() {
        start(Office.class, Postgres.fresh());
    }

    @BeforeEach
    void somethingToEdit() {
        jdbc.execute("INSERT INTO policy (id, text) VALUES (1, 'house'), (2, 'car')");
        jdbc.execute("INSERT INTO patient_file (id, text) VALUES (1, 'secret'), (2, 'secret too')");
    }

    @AfterEach
    void nothingLeft() {
        empty("policy, policy_marks, patient_file");
    }

    @Test
    @DisplayName("P14: findForEdit of a repository takes the lock, and saving needs it")
    void repository_locks() {
        as(ANNA, () -> {
            Policy policy = policies.findForEdit(1L).orElseThrow();
            policy.write("castle");
            policies.save(policy);
        });
        assertThat(policies.findById(1L).orElseThrow().text()).isEqualTo("castle");
        as(BEN, () -> {
            assertThatThrownBy(() -> policies.findForEdit(1L))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("held by Anna");
            Policy policy = policies.findById(1L).orElseThrow(); // to look is free
            policy.write("hut");
            assertThatThrownBy(() -> policies.save(policy)).isInstanceOf(LockNotHeldException.class);
        });
        assertThat(policies.findById(1L).orElseThrow().text()).isEqualTo("castle");
    }

    @Test
    @Tag("safety")
    @DisplayName(
            "P9: acquire and load are one transaction; what was loaded before is loaded anew, what is not there not locked")
    void lockBeforeLoad() {
        as(ANNA, () -> {
            within(() -> {
                Policy stale = policies.findById(1L).orElseThrow();
                jdbc.update("UPDATE policy SET text = 'hut' WHERE id = 1");
                assertThat(policies.findForEdit(1L).orElseThrow()).isSameAs(stale);
                assertThat(stale.text()).isEqualTo("hut");
                stale.write("castle");
                assertThat(policies.findForEdit(1L).orElseThrow().text()).isEqualTo("castle");
            });
            within(() -> assertThat(policies.findForEdit(99L)).isEmpty());
            assertThatThrownBy(() -> within(() -> {
                        assertThat(policies.findForEdit(2L)).isPresent();
                        throw new IllegalStateException("rolled back");
                    }))
                    .hasMessage("rolled back");
            assertThat(locks.list("")).extracting(LockView::resource).containsExactly("policy/1");
            assertThat(statements.sent(() -> policies.findForEdit(2L))).hasSize(2); // take, load
        });
    }

    @Test
    @Tag("safety")
    @DisplayName("P1, P14: where readers lock, to find something takes its lock, and queries need it")
    void exclusiveRead_takesTheLock() {
        as(ANNA, () -> {
            assertThat(files.findById(1L).orElseThrow().text()).isEqualTo("secret");
            assertThat(current.holds("file/1")).isTrue();
            assertThatThrownBy(files::findAll)
                    .isInstanceOf(LockNotHeldException.class)
                    .hasMessageContaining("file/2");
            within(() -> entities.find(PatientFile.class, 1L).write("more"));
        });
        as(BEN, () -> {
            assertThatThrownBy(() -> files.findById(1L)).isInstanceOf(LockUnavailableException.class);
            assertThatThrownBy(() -> within(
                            () -> entities.getReference(PatientFile.class, 1L).text()))
                    .isInstanceOf(LockUnavailableException.class);
            assertThatThrownBy(
                            () -> within(() -> entities.createQuery("from PatientFile where id = 1", PatientFile.class)
                                    .getSingleResult()))
                    .isInstanceOf(LockNotHeldException.class);
            assertThat(files.findById(2L)).isPresent();
        });
        assertThat(jdbc.queryForObject("SELECT text FROM patient_file WHERE id = 1", String.class))
                .isEqualTo("more");
    }
}
