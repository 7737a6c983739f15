package dev.holdfast.spring.jpa.office;

import org.springframework.data.jpa.repository.JpaRepository;

public interface PatientFiles extends JpaRepository<PatientFile, Long> {}
