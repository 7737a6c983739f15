package dev.holdfast.cli.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

/** Parts of the command that lie in a jar of their own. */
public final class CommandJarTest {
    /** A part that no jar has. */
    public interface Absent {}

    @Test
    void part_thatIsNotThere_isUnavailable_notAMistakeOfTheCaller() {
        CommandFailure failure =
                catchThrowableOfType(CommandFailure.class, () -> CommandJar.EXTRAS.service(Absent.class, "server"));
        assertThat(failure.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(failure)
                .hasMessage("This copy of Holdfast has no server: holdfast-extras.jar is missing beside holdfast.jar."
                        + " Install it again.");
    }
}
