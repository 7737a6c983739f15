package dev.holdfast.cli.plan;

import dev.holdfast.cli.base.Version;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The plan for people: nine sections in Markdown, or why there should be none. */
public final class PlanText {
    private static final String VERSION = Version.number();
    private static final List<String> MISTAKES = List.of(
            "No SELECT FOR UPDATE held across user think-time",
            "Lock store is durable and cluster-visible",
            "Timeout policy configured (session listener + expiry sweep)",
            "Owner identity stored (display name + session ID)",
            "All code paths go through the implicit lock of section 6",
            "No optimistic/pessimistic mixing on the same record type",
            "Lock unavailability throws immediately (no wait)",
            "Multi-lock ordering enforced");
    private static final List<String> TESTS = List.of(
            "Concurrent acquire: only one session succeeds",
            "Idempotent re-acquire by same session",
            "Release + re-acquire by new session",
            "Timeout/expiry: expired lock is cleaned up and available",
            "Session-end listener fires: all locks of the session are released",
            "Implicit lock: a write without its lock is refused");

    private final PlanAnswers answers;
    private final Advice advice;
    private final LocalDate date;
    private final StringBuilder text = new StringBuilder();

    public PlanText(PlanAnswers answers, LocalDate date) {
        this.answers = answers;
        this.advice = new Advice(answers);
        this.date = date;
    }

    /**
     * Writes the whole plan.
     *
     * @param files to be shown in it, by name; those that lie beside it need not be
     */
    public String write(Map<String, String> files) {
        line("# Pessimistic Offline Lock Implementation Plan: " + answers.get("feature"));
        line("**Date:** " + date + " | **Stack:** " + answers.get("framework") + ", " + answers.get("access")
                + " | **Entities:** " + String.join(", ", answers.entities()));
        Advice.Recommendation instead = advice.instead();
        if (instead != null) {
            line("");
            line("**Do not use this pattern here.** Use instead: " + instead.what() + ", since " + instead.why());
            line("");
            line("If one of the answers changes, ask again.");
            return text.toString();
        }
        type();
        storage();
        manager();
        protocol();
        coarse();
        implicit();
        people();
        section("8. Anti-Pattern Checklist");
        MISTAKES.forEach(one -> line("- [ ] " + one));
        line("");
        line("`holdfast audit DIR` looks for these in the sources.");
        section("9. Test Plan");
        TESTS.forEach(one -> line("- [ ] " + one));
        files.forEach((name, content) -> {
            section(name);
            line("```" + name.substring(name.lastIndexOf('.') + 1));
            line(content.stripTrailing());
            line("```");
        });
        return text.toString();
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void section(String title) {
        line("");
        line("## " + title);
    }

    private void choice(Advice.Recommendation choice) {
        line("**Choice:** " + choice.what());
        line("");
        line("**Rationale:** " + choice.why());
    }

    private void type() {
        section("1. Lock Type");
        choice(advice.type());
    }

    private void storage() {
        section("2. Lock Storage");
        choice(advice.storage());
        line("");
        line("**DDL / config:** `holdfast.yaml`"
                + (advice.inOwnDatabase() || advice.sharesVersions() ? ", `schema.sql`" : "") + ". Locks are named "
                + lockNames() + ".");
    }

    private void manager() {
        section("3. Lock Manager API");
        line(
                "- `acquireLock(lockableId, ownerId, lockType)` → void, or `ConcurrencyException`; in Holdfast `CurrentLocks.acquire`, or `OfflineLocks.acquireLock`");
        line("- `releaseLock(lockableId, ownerId)` → void; `CurrentLocks.release`, or `OfflineLocks.releaseLock`");
        line(
                "- `releaseAllLocksFor(ownerId)` → void; `CurrentLocks.releaseAll`, or `OfflineLocks.releaseAllLocksFor`. The owner may acquire again. `LockAdmin.endOwner` is for the end of a session: it refuses the owner from then on");
        line("- `getLockOwner(lockableId)` → owner or null; `LockManager.view`, or `OfflineLocks.getLockOwner`");
        line("");
        line("**Owner:** " + advice.owner().what() + ": " + advice.owner().why()
                + (isOwnerKnown() ? "" : " `CurrentOwner.runAs` names it to the locks."));
        line("");
        dependencies();
    }

    private boolean isOwnerKnown() {
        return switch (answers.get("framework")) {
            case "spring" -> true;
            case "servlet" -> answers.is("sessions", "http");
            default -> false;
        };
    }

    private void dependencies() {
        line("**Maven:**");
        line("");
        line("```xml");
        advice.modules().forEach(module -> maven(module, ""));
        maven("holdfast-test", "  <scope>test</scope>\n");
        line("```");
        line("");
        line("**Gradle** (the same modules; not tested):");
        line("");
        line("```kotlin");
        advice.modules().forEach(module -> line("implementation(\"dev.holdfast:" + module + ":" + VERSION + "\")"));
        line("testImplementation(\"dev.holdfast:holdfast-test:" + VERSION + "\")");
        line("```");
        if (advice.address().startsWith("sqlite:") && !answers.is("database", "sqlite")) {
            line("");
            line("Also add SQLite's driver, `org.xerial:sqlite-jdbc`.");
        }
    }

    private void maven(String module, String scope) {
        line("<dependency>\n  <groupId>dev.holdfast</groupId>\n  <artifactId>" + module + "</artifactId>\n  <version>"
                + VERSION + "</version>\n" + scope + "</dependency>");
    }

    private void protocol() {
        Duration grace = advice.grace();
        section("4. Protocol");
        line(
                "- **Acquire point:** when the page for editing is opened, before the record is loaded and in the same transaction");
        line("- **Release point:** save, cancel, and the end of the session");
        line("- **Timeout policy:** " + PlanFiles.written(advice.absolute()) + " in all"
                + (grace == null
                        ? "; no heartbeat, so this alone ends an abandoned lock"
                        : "; a heartbeat every 30 s, lost after " + PlanFiles.written(grace) + " without one"));
        line("- **Session-end listener:** "
                + (answers.is("sessions", "http") ? sessionEnd() : "none can be; the timeout policy stands in for it"));
        line("- **Force-release:** " + forceRelease() + ", for administrators, with a reason that the holder sees");
        line("- **Several records:** all in one request, all or none; Holdfast takes them in one canonical order");
    }

    private String sessionEnd() {
        return switch (answers.get("framework")) {
            case "spring" -> "wired by the starter";
            case "servlet" -> "`HoldfastListener` of holdfast-web, declared in `web.xml`";
            default -> "call `LockAdmin.endOwner` when a session ends";
        };
    }

    private String forceRelease() {
        return switch (answers.get("framework")) {
            case "spring" -> "`/admin/locks/{id}/release` of the starter";
            case "servlet" -> "`AdminServlet` of holdfast-web";
            default -> "`LockAdmin.forceRelease`";
        };
    }

    private void coarse() {
        Advice.Recommendation coarse = advice.coarse();
        section("5. Coarse-Grained Lock");
        line("**Required:** " + (coarse == null ? "No: each record is edited by itself." : "Yes"));
        if (coarse != null) {
            line("");
            line("**Scope:** " + String.join(", ", answers.entities()) + " with "
                    + String.join(", ", answers.members()));
            line("");
            line("**Implementation:** " + coarse.what() + ": " + coarse.why());
            line("");
            line("**Lock point:** " + lockNames()
                    + (advice.sharesVersions()
                            ? ", where ID is the id of the row in `version`"
                            : ", where ID is the root's id"));
        }
    }

    /** Returns the names of locks, as the policies have them. */
    private String lockNames() {
        return answers.entities().stream()
                .map(entity -> "`" + PlanAnswers.resource(entity) + "/ID`")
                .collect(Collectors.joining(", "));
    }

    private void implicit() {
        section("6. Implicit Lock Integration");
        line("**Required:** Yes. One forgotten lock makes all others useless.");
        line("");
        line("**Integration point:** " + advice.implicit().what() + ": "
                + advice.implicit().why());
        line("");
        line("**Mandatory tasks automated:** "
                + (advice.type().what().equals("Exclusive write")
                        ? "verify the lock on update and delete; it is acquired where editing begins, never silently on the way"
                        : "acquire on read; verify the lock on update and delete"));
    }

    private void people() {
        section("7. UX Specification");
        line(
                "- **On lock unavailable:** who has it, since when, until when, and what can be done: try again then, or ask for"
                        + " its release. Holdfast's refusal is that sentence.");
        line("- **On session timeout:** *Your editing session has expired. Please reload the record.*");
        line(
                "- **Force-release flow:** an administrator releases with a reason; the holder sees immediately who and why, and"
                        + " what becomes of the work");
    }
}
