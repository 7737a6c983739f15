package dev.holdfast.internal.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "..", "/", "policy/12345", "Kapitel Größe", "第三章", "🔒", "e\u0301", "CON", " ", "%2e"})
    void require_anyUnicode_isFine(String name) {
        assertThat(ResourceName.require(name)).isEqualTo(name);
    }

    @Test
    void require_exactly512Bytes_isFine() {
        String name = "ä".repeat(256);
        assertThat(ResourceName.require(name)).isEqualTo(name);
    }

    static Stream<String> unfit() {
        return Stream.of(
                "", "a\0b", "a\nb", "\u0085", "\ud83d", "\udd12\ud83d", "a\ud83d", "ä".repeat(257), "x".repeat(513));
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void require_whatIsUnfit_saysWhy(String name) {
        assertThatThrownBy(() -> ResourceName.require(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(".*(at least one|control characters|surrogate pair|at most 512 bytes).*");
    }
}
