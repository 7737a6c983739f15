package dev.holdfast.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class BarChartTest {
    private static final Panel PANEL = new Panel(
            "16 threads",
            List.of(
                    new Bar("bare & <plain>", Bar.Style.PLAIN, 100, 90, 200, "100", "p99 1 ms"),
                    new Bar("us", Bar.Style.STRONG, 50, 50, 50, "50", "")));

    private static Document drawn(List<Panel> panels) throws Exception {
        String svg = BarChart.svg("A title", "A foot", panels);
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<Element> all(Document svg, String tag, String style) {
        List<Element> found = new ArrayList<>();
        NodeList nodes = svg.getElementsByTagName(tag);
        for (int i = 0; i < nodes.getLength(); i++) {
            Element element = (Element) nodes.item(i);
            if (element.getAttribute("class").equals(style)) {
                found.add(element);
            }
        }
        return found;
    }

    private static double width(Document svg, String style) {
        return Double.parseDouble(all(svg, "rect", style).get(0).getAttribute("width"));
    }

    @Test
    void bars_areAsLongAsTheirValues() throws Exception {
        Document svg = drawn(List.of(PANEL));
        assertThat(width(svg, "plain")).isEqualTo(2 * width(svg, "strong"));
    }

    @Test
    void scale_endsWithTheLongestWhisker_insideThePage() throws Exception {
        Document svg = drawn(List.of(PANEL));
        double page = width(svg, "page");
        assertThat(width(svg, "plain")).isGreaterThan(50).isLessThan(page / 2);
        String whisker = all(svg, "path", "whisker").get(0).getAttribute("d");
        double end = Double.parseDouble(whisker.substring(whisker.indexOf('H') + 1, whisker.indexOf('M', 1)));
        assertThat(end).isLessThan(page - 100);
    }

    @Test
    void whisker_isDrawnOnlyWhereThereIsASpread() throws Exception {
        assertThat(all(drawn(List.of(PANEL)), "path", "whisker")).hasSize(1);
    }

    @Test
    void labels_areShownAsTheyAre() throws Exception {
        assertThat(all(drawn(List.of(PANEL)), "text", "label"))
                .extracting(Element::getTextContent)
                .containsExactly("bare & <plain>", "us");
    }

    @Test
    void page_growsWithItsPanels_andHasADarkVersion() throws Exception {
        Document one = drawn(List.of(PANEL));
        Document two = drawn(List.of(PANEL, PANEL));
        assertThat(Integer.parseInt(two.getDocumentElement().getAttribute("height")))
                .isGreaterThan(Integer.parseInt(one.getDocumentElement().getAttribute("height")));
        assertThat(one.getElementsByTagName("style").item(0).getTextContent()).contains("prefers-color-scheme: dark");
    }

    @Test
    void panel_withoutBars_isNoReasonToFail() throws Exception {
        assertThat(all(drawn(List.of(new Panel("nothing", List.of()))), "rect", "plain"))
                .isEmpty();
    }
}
