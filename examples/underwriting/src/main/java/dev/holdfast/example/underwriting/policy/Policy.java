package dev.holdfast.example.underwriting.policy;

import dev.holdfast.session.LockType;
import dev.holdfast.session.VersionRow;
import dev.holdfast.spring.jpa.Lockable;
import dev.holdfast.spring.jpa.SharedVersion;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A policy. Its lock is on its version row, which all its members share; reading it takes the lock too, since what an underwriter
 * works out rests on what was read.
 */
@Entity
@Lockable(value = Policy.LOCKS, id = "versionId", lock = LockType.EXCLUSIVE_READ)
class Policy {
    static final String LOCKS = "policy";

    @Id
    private long id;

    @SharedVersion
    @Column(updatable = false)
    private long versionId;

    private String holder = "";
    private String product = "";
    private String riskClass = "";
    private BigDecimal premium = BigDecimal.ZERO;

    @OneToMany(cascade = CascadeType.ALL, orphanRemoval = true)
    @JoinColumn(name = "policy_id", nullable = false)
    @OrderBy("id")
    private List<Coverage> coverages = new ArrayList<>();

    @OneToMany(cascade = CascadeType.ALL, orphanRemoval = true)
    @JoinColumn(name = "policy_id", nullable = false)
    @OrderBy("id")
    private List<Endorsement> endorsements = new ArrayList<>();

    @OneToMany(cascade = CascadeType.ALL, orphanRemoval = true)
    @JoinColumn(name = "policy_id", nullable = false)
    @OrderBy("id")
    private List<NamedInsured> insureds = new ArrayList<>();

    Policy() {}

    long versionId() {
        return versionId;
    }

    void surcharge(BigDecimal factor) {
        premium = premium.multiply(factor);
    }

    PolicyForm form(VersionRow version) {
        return new PolicyForm(
                id,
                holder,
                product,
                riskClass,
                premium,
                coverages.stream().map(Coverage::form).toList(),
                endorsements.stream().map(Endorsement::form).toList(),
                insureds.stream().map(NamedInsured::form).toList(),
                version.value(),
                version.modifiedBy(),
                version.modified());
    }

    void write(PolicyForm form) {
        holder = form.holder();
        product = form.product();
        riskClass = form.riskClass();
        premium = form.premium();
        write(coverages, form.coverages(), PolicyForm.CoverageForm::id, () -> new Coverage(this), Coverage::write);
        write(endorsements, form.endorsements(), PolicyForm.Line::id, () -> new Endorsement(this), Endorsement::write);
        write(insureds, form.insureds(), PolicyForm.Line::id, () -> new NamedInsured(this), NamedInsured::write);
    }

    /** Changes existing members, adds new ones, and removes those that the form no longer has. */
    private static <M extends Member, F> void write(
            List<M> members, List<F> forms, Function<F, @Nullable Long> id, Supplier<M> make, BiConsumer<M, F> write) {
        members.removeIf(member -> forms.stream().noneMatch(form -> Objects.equals(id.apply(form), member.id())));
        for (F form : forms) {
            M member = members.stream()
                    .filter(known -> known.id() != null && known.id().equals(id.apply(form)))
                    .findFirst()
                    .orElse(null);
            if (member == null) {
                member = make.get();
                members.add(member);
            }
            write.accept(member, form);
        }
    }
}
