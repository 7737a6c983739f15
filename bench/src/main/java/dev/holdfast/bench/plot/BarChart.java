package dev.holdfast.bench.plot;

import java.util.List;
import java.util.Locale;

/**
 * A picture of horizontal bars in panels, one below the other. It brings its own background, in a light and a dark version, so that
 * it can be read on any page.
 */
public final class BarChart {
    private static final int WIDTH = 760;
    private static final int LEFT = 200;
    private static final int RIGHT = 190;
    private static final int SPACE = WIDTH - LEFT - RIGHT;
    private static final int TOP = 58;
    private static final int HEADING = 34;
    private static final int ROW = 25;
    private static final int THICK = 16;
    private static final int FOOT = 34;

    private static final String STYLE = """
            <style>
            text { font: 13px system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; fill: #1f2328 }
            .page { fill: #ffffff } .title { font-size: 17px; font-weight: 600 } .heading { font-weight: 600 }
            .label { text-anchor: end } .number { font-weight: 600 } .aside, .foot { fill: #59636e; font-size: 12px }
            .axis, .whisker { stroke: #59636e; stroke-width: 1; fill: none }
            .plain { fill: #b6bec7 } .calm { fill: #7fa8d6 } .strong { fill: #1a7f52 }
            @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3 } .page { fill: #0d1117 } .aside, .foot { fill: #9198a1 }
            .axis, .whisker { stroke: #9198a1 }
            .plain { fill: #505963 } .calm { fill: #3d6fa8 } .strong { fill: #2fae74 }
            }
            </style>
            """;

    private final StringBuilder svg = new StringBuilder();
    private int y;

    private BarChart() {}

    /** Returns the picture as SVG. */
    public static String svg(String title, String foot, List<Panel> panels) {
        return new BarChart().draw(title, foot, panels);
    }

    private String draw(String title, String foot, List<Panel> panels) {
        int rows = panels.stream().mapToInt(panel -> panel.bars().size()).sum();
        int height = TOP + panels.size() * HEADING + rows * ROW + FOOT;
        line("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">"
                .formatted(WIDTH, height, WIDTH, height));
        line("<title>" + escaped(title) + "</title>");
        svg.append(STYLE);
        line("<rect class=\"page\" width=\"%d\" height=\"%d\" rx=\"6\"/>".formatted(WIDTH, height));
        text("title", 20, 34, title);
        y = TOP;
        panels.forEach(this::draw);
        text("foot", 20, height - 12, foot);
        line("</svg>");
        return svg.toString();
    }

    private void draw(Panel panel) {
        text("heading", LEFT, y + 18, panel.heading());
        y += HEADING - 8;
        double scale = SPACE / Math.max(panel.most(), Double.MIN_NORMAL);
        int start = y;
        for (Bar bar : panel.bars()) {
            draw(bar, scale);
            y += ROW;
        }
        line("<path class=\"axis\" d=\"M%d %dV%d\"/>".formatted(LEFT, start, y));
        y += 8;
    }

    private void draw(Bar bar, double scale) {
        int top = y + (ROW - THICK) / 2;
        int base = y + ROW / 2 + 5;
        text("label", LEFT - 10, base, bar.label());
        line(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                bar.style().name().toLowerCase(Locale.ROOT),
                LEFT,
                top,
                bar.value() * scale,
                THICK));
        if (bar.high() > bar.low()) {
            double low = LEFT + bar.low() * scale;
            double high = LEFT + bar.high() * scale;
            line(String.format(
                    Locale.ROOT,
                    "<path class=\"whisker\" d=\"M%.1f %dH%.1fM%.1f %dv6M%.1f %dv6\"/>",
                    low,
                    y + ROW / 2,
                    high,
                    low,
                    y + ROW / 2 - 3,
                    high,
                    y + ROW / 2 - 3));
        }
        double end = LEFT + Math.max(bar.value(), bar.high()) * scale + 8;
        line(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%d\"><tspan class=\"number\">%s</tspan><tspan class=\"aside\" dx=\"8\">%s</tspan></text>",
                end,
                base,
                escaped(bar.text()),
                escaped(bar.aside())));
    }

    private void text(String style, int x, int base, String text) {
        line("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>".formatted(style, x, base, escaped(text)));
    }

    private void line(String text) {
        svg.append(text).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
