package dev.holdfast.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Policy.Scope;
import dev.holdfast.internal.base.Glob;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Patterns and scopes of resource names. */
class NamesTest {

    @ParameterizedTest
    @CsvSource({
        "**, anything/at/all, true",
        "*, a, true",
        "*, a/b, false",
        "a/*/c, a/b/c, true",
        "a/*/c, a/b/d/c, false",
        "a/**/c, a/b/d/c, true",
        "a/**, a/, true",
        "a/**, b, false",
        "Chapter_??, Chapter_03, true",
        "Chapter_??, Chapter_3, false",
        "?, /, false",
        "*.md, x.md, true",
        "*.md, x.mdx, false",
        "a*b*c, axxbxxc, true",
        "a*b*c, axxbxx, false"
    })
    void glob_matches(String pattern, String name, boolean matches) {
        assertThat(Glob.matches(pattern, name)).isEqualTo(matches);
    }

    @Test
    @DisplayName("C1: the slot of a scene and a user")
    void slot_isNamedByScopeAndUser() {
        Scope perUser = new Scope("scene/*", true);
        assertThat(perUser.slotFor("scene/9/character/4", "mia"))
                .isEqualTo(perUser.slotFor("scene/9/character/5", "mia"))
                .isNotEqualTo(perUser.slotFor("scene/9/character/4", "tom"))
                .isNotEqualTo(perUser.slotFor("scene/10/character/4", "mia"));
        assertThat(perUser.slotFor("scene/9", "mia")).isEmpty();
        assertThat(perUser.slotFor("other/9/character/4", "mia")).isEmpty();
        assertThat(perUser.slotFor("scene/9/character/4", "")).isEmpty();
    }

    @Test
    void slot_ofTheWholeScope_needsNoUser() {
        assertThat(new Scope("scene/*", false).slotFor("scene/9/character/4", ""))
                .isEqualTo("scene/9");
    }
}
