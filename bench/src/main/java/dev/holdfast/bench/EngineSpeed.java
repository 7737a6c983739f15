package dev.holdfast.bench;

import dev.holdfast.bench.contender.Engine;
import dev.holdfast.bench.plot.BarChart;
import dev.holdfast.engines.Server;

/** The speed of locks on one kind of server: the bare driver, the peers and Holdfast in turn, on the same server. */
final class EngineSpeed implements Part {
    private final Engine engine;

    EngineSpeed(Engine engine) {
        this.engine = engine;
    }

    @Override
    public void run(Setting setting, Report report) throws Exception {
        setting.progress().step(engine.name() + " starts");
        try (Folder folder = Folder.in(setting.disk());
                Server server = engine.start(folder.path())) {
            String facts = engine.facts(server) + ".";
            setting.progress().end();
            report.section(2, engine.name(), facts, Standings.COLUMNS);
            EngineContests contests = new EngineContests(engine, server.address(), setting, report);
            contests.run();
            report.figure(
                    "servers-" + engine.key() + ".svg",
                    "Locks on " + engine.name(),
                    BarChart.svg("Locks on " + engine.name(), Summary.FOOT, contests.panels()));
        }
    }
}
