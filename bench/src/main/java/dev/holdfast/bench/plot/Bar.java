package dev.holdfast.bench.plot;

/**
 * One bar of a chart.
 *
 * @param style its class in the style sheet of the chart
 * @param value where it ends
 * @param low the lower end of its whisker
 * @param high the upper end of its whisker
 * @param text the value, to be written beside it
 * @param aside what is written after that, less loudly
 */
public record Bar(String label, Style style, double value, double low, double high, String text, String aside) {
    /** How a bar is coloured. */
    public enum Style {
        PLAIN,
        CALM,
        STRONG
    }
}
