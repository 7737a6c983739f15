package dev.holdfast.bench.plot;

/**
 * One bar of a chart.
 *
 * @param style its class in the style sheet of the chart
 * @param value the end of the bar
 * @param low the lower end of its whisker
 * @param high the upper end of its whisker
 * @param text the value, to be written beside it
 * @param aside the text after that, in a weaker colour
 */
public record Bar(String label, Style style, double value, double low, double high, String text, String aside) {
    /** The colour of a bar. */
    public enum Style {
        PLAIN,
        CALM,
        STRONG
    }
}
