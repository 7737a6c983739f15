package dev.holdfast.bench;

import dev.holdfast.bench.contender.Role;
import dev.holdfast.bench.plot.Bar;
import dev.holdfast.bench.plot.Panel;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one contest, as rows of a table and as a panel of a chart.
 *
 * @param what the work, as in the first column
 */
record Standings(String what, List<Standing> all) {
    static final String[] COLUMNS = {
        "", "who", "pairs / s", "middle half", "p50", "p99", "least : most", "× bare driver"
    };

    void print(String where, Report report) {
        Optional<Standing> floor = finished(Role.FLOOR);
        for (Standing one : all) {
            String name = one.entrant().role() == Role.OURS
                    ? "**" + one.entrant() + "**"
                    : one.entrant().toString();
            if (!one.finished()) {
                report.row(what, name, "broke", "–", "–", "–", "–", "–");
                report.broke(where + ", " + one.broken());
                continue;
            }
            report.row(
                    what,
                    name,
                    Report.rate(one.rate().median()),
                    one.rate().middle("%,.0f"),
                    millis(one.nanos().median()),
                    millis(one.nanos().quantile(0.99)),
                    String.format(Locale.ROOT, "%.2f", one.fairness()),
                    floor.map(other -> Report.times(one.ratio(other).median())).orElse("–"));
        }
    }

    /**
     * Compares Holdfast with the bare driver, if there is a goal, and with the best peer.
     *
     * @param share the goal as a multiple of the bare driver, or null
     * @param ofPeer the goal as a multiple of the best peer
     */
    void judge(String where, @Nullable Double share, double ofPeer, Summary summary) {
        Optional<Standing> ours = finished(Role.OURS);
        Optional<Standing> floor = finished(Role.FLOOR);
        if (share != null) {
            Goal goal = Goal.atLeast(share, "%s ×");
            String name = where + ", " + what + ", against the bare driver";
            if (ours.isPresent() && floor.isPresent()) {
                summary.goal(name, goal, ours.get().ratio(floor.get()).median(), "%.2f ×");
            } else {
                summary.unknown(name, goal);
            }
        }
        judgeAgainstPeers(where, ofPeer, summary);
    }

    private void judgeAgainstPeers(String where, double share, Summary summary) {
        Optional<Standing> ours = finished(Role.OURS);
        bestPeer().ifPresent(peer -> {
            Goal goal = Goal.atLeast(share, "%s ×");
            String name = where + ", " + what + ", against the best peer, " + peer.entrant();
            if (ours.isPresent()) {
                summary.goal(name, goal, ours.get().ratio(peer).median(), "%.2f ×");
            } else {
                summary.unknown(name, goal);
            }
        });
    }

    /**
     * Compares Holdfast with the best peer where all want the same lock, and says whether its threads were served alike.
     *
     * @param share the goal as a multiple of the peer
     */
    void judgeContended(String where, double share, Summary summary) {
        judgeAgainstPeers(where, share, summary);
        finished(Role.OURS)
                .ifPresent(own -> summary.goal(
                        where + ", " + what + ", least : most served",
                        Goal.atLeast(0.5, "%.1f"),
                        own.fairness(),
                        "%.2f"));
    }

    /** Compares Holdfast with itself in another contest of the same run. */
    void judgeAgainst(Standings other, double share, String where, Summary summary) {
        Optional<Standing> ours = finished(Role.OURS);
        Optional<Standing> before = other.finished(Role.OURS);
        if (ours.isPresent() && before.isPresent()) {
            summary.goal(
                    where + ", " + what + ", against " + other.what(),
                    Goal.atLeast(share, "%s ×"),
                    ours.get().rate().median() / before.get().rate().median(),
                    "%.2f ×");
        }
    }

    Panel panel(String heading) {
        return new Panel(
                heading,
                all.stream().filter(Standing::finished).map(Standings::bar).toList());
    }

    private static Bar bar(Standing one) {
        Spread rate = one.rate();
        return new Bar(
                one.entrant().name(),
                switch (one.entrant().role()) {
                    case FLOOR -> Bar.Style.PLAIN;
                    case PEER, SESSION -> Bar.Style.CALM;
                    case OURS -> Bar.Style.STRONG;
                },
                rate.median(),
                rate.quantile(0.25),
                rate.quantile(0.75),
                Report.rate(rate.median()),
                "p99 " + millis(one.nanos().quantile(0.99)));
    }

    private Optional<Standing> finished(Role role) {
        return all.stream()
                .filter(one -> one.entrant().role() == role && one.finished())
                .findFirst();
    }

    private Optional<Standing> bestPeer() {
        return all.stream()
                .filter(one -> one.entrant().role() == Role.PEER && one.finished())
                .max(Comparator.comparingDouble(one -> one.rate().median()));
    }

    private static String millis(double nanos) {
        double millis = nanos / 1e6;
        return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%,.0f ms", millis);
    }
}
