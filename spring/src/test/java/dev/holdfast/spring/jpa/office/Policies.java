package dev.holdfast.spring.jpa.office;

import dev.holdfast.spring.jpa.EditableRepository;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.transaction.annotation.Transactional;

public interface Policies extends JpaRepository<Policy, Long>, EditableRepository<Policy, Long> {
    @Modifying
    @Transactional
    @Query("update Policy p set p.text = ?2 where p.id = ?1")
    int rename(long id, String text);

    @Modifying
    @Transactional
    @Query(value = "UPDATE policy SET text = ?2 WHERE id = ?1", nativeQuery = true)
    int renameByHand(long id, String text);
}
