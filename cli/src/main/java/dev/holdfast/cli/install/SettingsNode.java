package dev.holdfast.cli.install;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value in a settings file and its place there.
 *
 * @param start of its first character
 * @param end behind its last
 * @param text of a text; null for anything else
 * @param members of an object
 * @param items of an array
 */
record SettingsNode(
        Kind kind, int start, int end, @Nullable String text, List<Member> members, List<SettingsNode> items) {
    enum Kind {
        OBJECT,
        ARRAY,
        TEXT,
        OTHER
    }

    /** @param start of its name */
    record Member(String name, int start, SettingsNode value) {}

    @Nullable
    SettingsNode member(String name) {
        for (Member member : members) {
            if (member.name().equals(name)) {
                return member.value();
            }
        }
        return null;
    }

    /** Returns the text of a member; empty if there is none. */
    String textOf(String name) {
        SettingsNode member = member(name);
        return member == null || member.text() == null ? "" : member.text();
    }
}
