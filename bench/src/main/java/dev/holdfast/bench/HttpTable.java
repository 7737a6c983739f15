package dev.holdfast.bench;

/** Rows about servers that were measured in turn. */
final class HttpTable {
    static final String[] COLUMNS = {
        "request",
        "requests / s",
        "server's time each",
        "server, load at work",
        "against",
        "ratio",
        "middle half",
        "goal",
        ""
    };

    private HttpTable() {}

    /** Adds a row of the server that others are compared with. */
    static void floor(Report report, String what, HttpSide side) {
        report.row(what, Report.rate(side.rate()), side.cost(), side.shares(), "", "", "", "", "");
    }

    static void row(Report report, String what, HttpSide side, String other, Spread ratio, Goal goal) {
        report.row(
                goal,
                ratio.median(),
                what,
                Report.rate(side.rate()),
                side.cost(),
                side.shares(),
                other,
                Report.times(ratio.median()),
                ratio.middle("%.2f"));
    }
}
