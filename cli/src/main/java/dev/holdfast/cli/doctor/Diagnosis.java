package dev.holdfast.cli.doctor;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.trust.UntrustedProjectException;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.process.LocalFileSystem;
import dev.holdfast.internal.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All checks, from the ground up. A check is skipped if something that it depends on is broken. */
public final class Diagnosis {
    private static final Duration DRIFT = Duration.ofMinutes(1);
    private static final Set<String> IN_FILES = Set.of("file", "files", "dir", "sqlite");

    private final CommandContext context;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    public Diagnosis(CommandContext context) {
        this.context = context;
    }

    public List<Finding> findings() {
        findings.clear();
        findings.add(Finding.ok("java", System.getProperty("java.version") + " in " + System.getProperty("java.home")));
        owner();
        processes();
        try {
            String address = context.storeAddress().toString();
            findings.add(Finding.ok("project", context.project().root().toString()));
            findings.add(Finding.ok("store", address));
            place(address);
            warnings.clear();
            context.collectWarnings(warnings);
            store(context.readOnlyManager());
        } catch (UntrustedProjectException e) {
            // A link is not to be trusted but to be removed.
            findings.add(context.project()
                    .configuredFolder()
                    .flatMap(StoreFiles::link)
                    .orElse(Finding.problem("store", String.valueOf(e.getMessage()))));
        } catch (StoreException | IllegalArgumentException | CommandFailure e) {
            findings.add(Finding.problem("store", String.valueOf(e.getMessage())));
        }
        return List.copyOf(findings);
    }

    private void owner() {
        Optional<Owner> session = context.instance().session();
        findings.add(session.map(owner -> Finding.ok("owner", owner.name()))
                .orElse(Finding.warning(
                        "owner", "no terminal: acquire needs --owner NAME or HOLDFAST_OWNER; run works without.")));
    }

    private void processes() {
        boolean seen =
                ProcessTable.system().running(ProcessTable.system().self().pid());
        boolean proves = !ProcessTable.system().self().start().isEmpty();
        findings.add(
                seen && proves
                        ? Finding.ok("processes", "those that have ended are recognised")
                        : Finding.warning(
                                "processes",
                                "this system does not show enough of them to prove that one has ended: its locks end by time, or by hand."));
    }

    /** Checks the folder of a store in files. */
    private void place(String address) {
        int colon = address.indexOf(':');
        String scheme = address.substring(0, Math.max(0, colon));
        if (!IN_FILES.contains(scheme)) {
            return; // a server or a database keeps them elsewhere, and a socket keeps none
        }
        Path path;
        try {
            path = Path.of(address.substring(colon + 1));
        } catch (InvalidPathException e) {
            return; // not a file's address
        }
        Path folder = nearestThatExists(path);
        if (!path.isAbsolute() || folder == null) {
            return;
        }
        StoreFiles.of(address).ifPresent(files -> findings.addAll(files.findings()));
        if (!LocalFileSystem.isLocal(folder)) {
            String risk = scheme.equals("sqlite")
                    ? ": SQLite needs a local disk, since a file system of a network may let two writers in. Use a server: holdfast serve."
                    : ": holders on other machines are never presumed dead, and locks hold only if the file system's own do.";
            findings.add(Finding.warning("disk", folder + " is not on a local disk" + risk));
        } else if (!Files.isWritable(folder)) {
            findings.add(Finding.problem("disk", folder + " cannot be written: give this user write permission."));
        } else {
            space(folder);
        }
    }

    private void space(Path folder) {
        try {
            long free = Files.getFileStore(folder).getUsableSpace();
            findings.add(
                    free < 1 << 20
                            ? Finding.problem("disk", folder + " has no space left: free some space.")
                            : Finding.ok("disk", folder + " is local and can be written"));
        } catch (IOException e) {
            findings.add(Finding.warning("disk", folder + " does not report its free space: " + e.getMessage()));
        }
    }

    private static @Nullable Path nearestThatExists(Path path) {
        Path at = path;
        while (at != null && !Files.exists(at)) {
            at = at.getParent();
        }
        return at;
    }

    private void store(LockManager manager) {
        List<LockView> views = manager.list("");
        manager.admin().history(HistoryQuery.NEWEST);
        long held = views.stream().filter(view -> !view.free()).count();
        findings.add(Finding.ok("locks", held + " held, " + views.size() + " on record"));
        for (LockView view : views) {
            view.holders().forEach(judged -> hold(view.resource(), judged));
        }
        views.stream().findFirst().ifPresent(view -> clock(view.asOf()));
        context.warn(); // most are found only when the store is used
        warnings.forEach(warning -> findings.add(Finding.warning("record", warning)));
        warnings.clear();
    }

    private void hold(String resource, LockView.Holder judged) {
        String whose =
                Text.name(resource) + " of " + Text.name(judged.hold().owner().name());
        if (judged.state() == Verdict.SUSPECT) {
            String note = judged.hold().note();
            findings.add(Finding.warning(
                    "stale",
                    whose + " may be left over from a crash" + (note.isEmpty() ? "" : " (" + note + ")")
                            + ": ask the owner, or take it over with holdfast acquire --override."));
        } else if (judged.state().ended()) {
            findings.add(Finding.ok("over", whose + " has ended; the next request gets it."));
        }
    }

    private void clock(Instant storeTime) {
        Duration apart = Duration.between(storeTime, Instant.now()).abs();
        findings.add(
                apart.compareTo(DRIFT) > 0
                        ? Finding.warning(
                                "clock",
                                "the store's clock and this machine's are " + apart.toSeconds()
                                        + " s apart: set them right, or leases look longer or shorter than they are.")
                        : Finding.ok("clock", "agrees with the store's"));
    }
}
