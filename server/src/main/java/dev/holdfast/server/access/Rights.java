package dev.holdfast.server.access;

import dev.holdfast.rules.Pass;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Caller.Right;
import dev.holdfast.server.http.Caller.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rights as passes and JWTs have them. A role that is not known gives none. */
final class Rights {
    private Rights() {}

    static List<Right> ofPass(Pass pass) {
        List<Right> rights = new ArrayList<>();
        pass.rights().forEach(right -> add(right.role(), right.prefix(), rights));
        return rights;
    }

    static List<Pass.Right> toPass(Caller caller) {
        return caller.rights().stream()
                .filter(right -> !right.exact()) // a pass knows prefixes only, which would be more
                .map(right -> new Pass.Right(word(right.role()), right.prefix()))
                .toList();
    }

    /** Each {@code role} or {@code role:prefix}. */
    static List<Right> ofWords(List<?> words) {
        List<Right> rights = new ArrayList<>();
        for (Object word : words) {
            if (word instanceof String text) {
                int colon = text.indexOf(':');
                add(colon < 0 ? text : text.substring(0, colon), colon < 0 ? "" : text.substring(colon + 1), rights);
            }
        }
        return rights;
    }

    static String word(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    private static void add(String word, String prefix, List<Right> to) {
        for (Role role : Role.values()) {
            if (word(role).equals(word)) {
                to.add(new Right(role, prefix));
            }
        }
    }
}
