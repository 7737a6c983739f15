package dev.holdfast.example.underwriting.policy;

import dev.holdfast.spring.jpa.EditableRepository;
import org.springframework.data.jpa.repository.JpaRepository;

/** The policies. No method reads or changes one without its lock. */
interface Policies extends JpaRepository<Policy, Long>, EditableRepository<Policy, Long> {}
