package dev.holdfast.server;

import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.SignInOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Tries every call of the description with every role and limit of a token, and writes down what is permitted. */
final class RightsTable implements AutoCloseable {
    private static final List<String> ROLES = List.of("reader", "editor", "admin");
    private static final List<String> VERBS = List.of("look", "take", "keep", "release", "force");
    private static final String USER = "anna";
    private static final String HEAD = """
            # Who may call what
            What each call of a server [with sign-in](server.md#sign-in) needs, as tried with every role, limit and verb. A test makes this page from `/openapi.json` and a real server, and fails if either differs; it says where the new page is.

            - **Without a token**: whether the call is answered, or refused with 401.
            - **A role for all resources**, **for a prefix or a name that covers the resource**, **for others**: the least role that is let in. `–`: no role is, and the answer is 403; a list leaves the resource out instead. Roles above the least one are let in too.
            - **Verbs**: to which of them a token may be limited and still make the call; *no limit*: only a token that is not limited may.

            | call | without a token | a role for all resources | for a prefix or name that covers it | for others | verbs |
            |---|---|---|---|---|---|
            """;

    private final Guarded server = new Guarded(
            ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS).limits(new LimitOptions(0, 0, 0, 30_000)));
    private final Map<String, String> secrets = new TreeMap<>();
    private final List<String> irregular = new ArrayList<>();
    private boolean changed = true;
    private int owners;
    private String owner = "";
    private String receipt = "";

    /** Rights of which each covers what is asked for, by the role. */
    private static final List<Function<String, String>> INSIDE =
            List.of(role -> role + ":in/", role -> role + ":in", role -> role + ":in/1", role -> role + "=in/1");
    /** Rights of which none does. */
    private static final List<Function<String, String>> OUTSIDE = List.of(
            role -> role + ":other/",
            role -> role + ":i",
            role -> role + ":in/1/2",
            role -> role + ":in/12",
            role -> role + "=in",
            role -> role + "=in/12",
            role -> role + "=in/");

    private final List<AccessToken.Right> more;

    /** @param more rights that every token has besides: a server that permits too much, as far as the table can tell */
    RightsTable(AccessToken.Right... more) {
        this.more = List.of(more);
    }

    String write() throws IOException, InterruptedException {
        StringBuilder page = new StringBuilder(HEAD);
        for (Probe probe : Probe.all(server.http().get("/openapi.json").json())) {
            page.append(line(probe));
        }
        return page.toString();
    }

    /** Returns the line of one call. */
    String line(String name) throws IOException, InterruptedException {
        return line(Probe.all(server.http().get("/openapi.json").json()).stream()
                .filter(probe -> probe.name().equals(name))
                .findFirst()
                .orElseThrow());
    }

    private String line(Probe probe) throws IOException, InterruptedException {
        return "| `" + probe.name() + "` | " + row(probe) + " |\n";
    }

    /** Returns what did not follow the rule that a role may what lesser ones may, or that limits of one kind act alike. */
    List<String> irregular() {
        return irregular;
    }

    private String row(Probe probe) throws IOException, InterruptedException {
        List<String> cells = new ArrayList<>();
        cells.add(permitted(probe, "") ? "yes" : "401");
        cells.add(least(probe, List.of(role -> role)));
        cells.add(least(probe, INSIDE));
        cells.add(least(probe, OUTSIDE));
        List<String> verbs = new ArrayList<>();
        for (String verb : VERBS) {
            if (permitted(probe, "admin," + verb)) {
                verbs.add(verb);
            }
        }
        for (int i = 0; verbs.isEmpty() && i < VERBS.size(); i++) {
            for (String other : VERBS.subList(i + 1, VERBS.size())) {
                if (permitted(probe, "admin," + VERBS.get(i) + "+" + other)) {
                    verbs.add(VERBS.get(i) + " with " + other);
                }
            }
        }
        boolean all = verbs.size() == VERBS.size();
        cells.add(all ? "any" : verbs.isEmpty() ? "no limit" : String.join(", ", verbs));
        return String.join(" | ", cells);
    }

    /** Returns the least role that is let in with each of these limits. */
    private String least(Probe probe, List<Function<String, String>> limits) throws IOException, InterruptedException {
        Set<String> found = new TreeSet<>();
        for (Function<String, String> limit : limits) {
            String least = permitted(probe, "norole") ? "any token" : "–";
            for (String role : ROLES) {
                boolean may = permitted(probe, limit.apply(role));
                if (!may && !least.equals("–")) {
                    irregular.add(probe.name() + " with " + limit.apply(role));
                }
                least = may && least.equals("–") ? role : least;
            }
            found.add(least);
        }
        if (found.size() > 1) {
            irregular.add(probe.name() + " with " + found);
        }
        return String.join(", ", found);
    }

    private boolean permitted(Probe probe, String right) throws IOException, InterruptedException {
        if (changed) {
            Http all = server.http().as(secret("admin"));
            all.post("/v1/admin/clear", "{}");
            owner = "owner " + ++owners; // one that was ended gets nothing any more
            receipt = all.take(Probe.RESOURCE, owner);
        }
        Http http = right.isEmpty() ? server.http() : server.http().as(secret(right));
        boolean permitted = probe.permitted(http, owner, receipt);
        changed = permitted && !probe.method().equals("GET");
        return permitted;
    }

    /** Returns the secret of a token of one user with a right such as {@code editor:in/} or {@code admin,look}. */
    private String secret(String right) {
        return secrets.computeIfAbsent(right, key -> {
            String[] parts = key.split(",", 2);
            AccessToken.Right made = AccessToken.Right.parse(parts[0]);
            AccessToken.Right limited = parts.length == 1 ? made : made.only(Set.of(parts[1].split("\\+")));
            List<AccessToken.Right> all = new ArrayList<>(more);
            all.add(limited);
            return server.tokens().create(AccessToken.of(USER, all)).secret();
        });
    }

    @Override
    public void close() {
        server.close();
    }
}
