package dev.holdfast.test.slices;

import dev.holdfast.spring.jpa.EditableRepository;
import org.springframework.data.jpa.repository.JpaRepository;

/** The repository. */
interface Articles extends JpaRepository<Article, Long>, EditableRepository<Article, Long> {}
