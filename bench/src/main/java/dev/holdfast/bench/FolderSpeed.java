package dev.holdfast.bench;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The speed of locks in a folder against the file operations that a script would use. */
final class FolderSpeed implements Part {
    @Override
    public void run(Setting setting, Report report) throws Exception {
        report.section(
                "`dir:`, `files:`, `file:`",
                "Acquire + release on one thread against the bare operations from Java, on the disk and in a folder in"
                        + " memory, where flushing costs nothing. The goals are meant for a disk.",
                "store",
                "bare operations",
                "where",
                "bare pairs / s",
                "pairs / s",
                "ratio",
                "middle half",
                "goal",
                "");
        compare(setting, setting.disk(), "disk", true, report);
        if (!setting.ram().equals(setting.disk())) {
            compare(setting, setting.ram(), "memory", false, report);
        }
    }

    private static void compare(Setting setting, Path place, String where, boolean judged, Report report)
            throws Exception {
        try (Folder folder = Folder.in(place)) {
            Task directory = BareFiles.directory(folder.resolve("bare"));
            Task file = BareFiles.flushedFile(folder.resolve("bare.lock"));
            row(
                    setting,
                    "dir:" + folder.resolve("dir"),
                    directory,
                    "`mkdir` + `rmdir`",
                    where,
                    goal(judged, 0.35),
                    report);
            row(
                    setting,
                    "files:" + folder.resolve("files"),
                    file,
                    "create + flush + delete",
                    where,
                    goal(judged, 0.6),
                    report);
            row(setting, "file:" + folder.resolve("file/.locks"), file, "create + flush + delete", where, null, report);
        }
    }

    private static @Nullable Goal goal(boolean judged, double ratio) {
        return judged ? Goal.atLeast(ratio, "%.2f ×") : null;
    }

    private static void row(
            Setting setting,
            String address,
            Task bare,
            String operations,
            String where,
            @Nullable Goal goal,
            Report report)
            throws Exception {
        Optional<Locks> opened = Locks.open(address);
        if (opened.isEmpty()) {
            return;
        }
        try (Locks locks = opened.get();
                Load floor = new Load(1, thread -> bare);
                Load product = new Load(1, locks::pair)) {
            Comparison comparison = Comparison.of(floor, product, setting.waiting());
            report.row(
                    goal,
                    comparison.ratio().median(),
                    "`" + address.substring(0, address.indexOf(':') + 1) + "`",
                    operations,
                    where,
                    Report.rate(comparison.floorRate()),
                    Report.rate(comparison.productRate()),
                    Report.times(comparison.ratio().median()),
                    comparison.ratio().middle("%.2f"));
        }
    }
}
