package dev.holdfast.example.underwriting.policy;

import dev.holdfast.session.LockType;
import dev.holdfast.spring.jpa.Lockable;
import dev.holdfast.spring.jpa.SharedVersion;
import jakarta.persistence.Column;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import org.jspecify.annotations.Nullable;

/** Part of a policy. It has the version row of its policy, and so the same lock, which covers all of it. */
@MappedSuperclass
@Lockable(value = Policy.LOCKS, id = "versionId", lock = LockType.EXCLUSIVE_READ)
abstract class Member {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @SharedVersion
    @Column(updatable = false)
    private long versionId;

    Member() {}

    Member(Policy policy) {
        this.versionId = policy.versionId();
    }

    @Nullable
    Long id() {
        return id;
    }
}
