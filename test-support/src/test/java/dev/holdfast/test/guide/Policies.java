package dev.holdfast.test.guide;

import dev.holdfast.spring.jpa.EditableRepository;
import org.springframework.data.jpa.repository.JpaRepository;

/** The repository. */
interface Policies extends JpaRepository<Policy, Long>, EditableRepository<Policy, Long> {}
