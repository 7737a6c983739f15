package dev.holdfast.bench.plot;

import java.util.List;

/** Bars under one heading, on a scale of their own that begins at zero. */
public record Panel(String heading, List<Bar> bars) {
    public Panel {
        bars = List.copyOf(bars);
    }

    /** Returns the end of the scale. */
    double most() {
        return bars.stream()
                .mapToDouble(bar -> Math.max(bar.value(), bar.high()))
                .max()
                .orElse(1);
    }
}
