package dev.holdfast.spring.jpa.office;

import dev.holdfast.spring.jpa.EditableRepository;
import org.springframework.data.jpa.repository.JpaRepository;

public interface Remarks extends JpaRepository<Remark, Long>, EditableRepository<Remark, Long> {}
