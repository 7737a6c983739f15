package dev.holdfast.bench;

import dev.holdfast.bench.peer.Behaviour;
import dev.holdfast.bench.peer.Peer;
import dev.holdfast.engines.Server;

/** One library in the comparison of the guide for jobs, measured with processes that are killed and stopped. */
final class PeerRow implements Part {
    private final Peer peer;

    PeerRow(Peer peer) {
        this.peer = peer;
    }

    /** Begins the table of all rows. */
    static void head(Report report) {
        report.section(
                3,
                "A job under a lock",
                "One process runs the job, another one tries every 20 ms.",
                "library",
                "on",
                "threads exclude each other",
                "lines of code",
                "lease",
                "free after `kill -9`",
                "holder is told: lock removed",
                "holder is told: stopped for longer than the lease");
    }

    @Override
    public void run(Setting setting, Report report) throws Exception {
        setting.progress().step(peer.name());
        try (Folder folder = Folder.in(setting.disk());
                Server server = peer.engine().start(folder.path())) {
            Behaviour measured = Behaviour.of(peer, server.address(), !setting.quick());
            setting.progress().end();
            report.row(
                    peer.name(),
                    peer.engine().name(),
                    measured.threadsExclude() ? "yes" : "**no**",
                    String.valueOf(measured.lines()),
                    peer.lease(),
                    Behaviour.seconds(measured.freeAfterKill()),
                    measured.takenAway(),
                    measured.stopped());
        }
    }
}
