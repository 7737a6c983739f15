package dev.holdfast.server.access;

import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Caller.Right;
import dev.holdfast.server.http.Caller.Role;
import dev.holdfast.server.http.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Maps the rights of tokens and JWTs to those of callers. An unknown role gives no rights. */
public final class RightsMapper {
    private RightsMapper() {}

    static List<Right> ofToken(AccessToken token) {
        List<Right> rights = new ArrayList<>();
        token.rights().forEach(right -> add(right, rights));
        return rights;
    }

    static List<AccessToken.Right> toTokenRights(Caller caller) {
        return caller.rights().stream()
                .map(right ->
                        new AccessToken.Right(word(right.role()), right.prefix(), right.exact(), words(right.verbs())))
                .toList();
    }

    /** Parses rights, each {@code role}, {@code role:prefix} or {@code role=name}. */
    public static List<Right> ofWords(List<?> words) {
        List<Right> rights = new ArrayList<>();
        for (Object word : words) {
            if (word instanceof String text) {
                add(AccessToken.Right.parse(text), rights);
            }
        }
        return rights;
    }

    static String word(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    /** Returns null, which stands for all verbs, if there are no words. */
    private static @Nullable Set<Verb> verbs(Set<String> words) {
        return words.isEmpty()
                ? null
                : words.stream().map(Verb::named).filter(Objects::nonNull).collect(Collectors.toSet());
    }

    private static Set<String> words(@Nullable Set<Verb> verbs) {
        // An empty set must not become all verbs.
        return verbs == null
                ? Set.of()
                : verbs.isEmpty()
                        ? Set.of("none")
                        : verbs.stream().map(Verb::word).collect(Collectors.toSet());
    }

    /** Returns the words in their order; null for all. */
    static @Nullable List<String> shown(@Nullable Set<Verb> verbs) {
        return verbs == null ? null : verbs.stream().sorted().map(Verb::word).toList();
    }

    private static void add(AccessToken.Right right, List<Right> to) {
        for (Role role : Role.values()) {
            if (word(role).equals(right.role())) {
                to.add(new Right(role, right.prefix(), right.exact(), verbs(right.verbs())));
            }
        }
    }
}
