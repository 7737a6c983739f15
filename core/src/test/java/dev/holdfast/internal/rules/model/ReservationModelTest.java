package dev.holdfast.internal.rules.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.rules.model.Reservations.Twist;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three requests, each for two of three resources in a circle, in every order of events. */
@Tag("exhaustive")
class ReservationModelTest {
    @Test
    void everyRequest_isGrantedInTheEnd_andHoldsNothingWhileItWaits() {
        Reservations.Report report = new Reservations(Twist.NONE).explore();
        System.out.printf("reservations: %,d states%n", report.states());
        assertThat(report.broken()).isNull();
        assertThat(report.states()).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @EnumSource(value = Twist.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void everyTwist_isFound(Twist twist) {
        assertThat(new Reservations(twist).explore().broken()).isEqualTo(twist.breaks());
    }
}
