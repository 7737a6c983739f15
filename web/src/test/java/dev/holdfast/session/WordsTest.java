package dev.holdfast.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The words of a language: those of the application, then those of Holdfast, then English. */
class WordsTest {
    private static final Locale AUSTRIA = new Locale("de", "AT");

    @Test
    void application_replacesSingleSentences_andTheRestStays() {
        Words german = Words.in(Locale.GERMAN);
        assertThat(german.text("queue-full")).isEqualTo("Die Warteliste ist voll.");
        assertThat(german.text("again")).isEqualTo("Versuchen Sie es später wieder.");
        assertThat(Words.in(Locale.ENGLISH).text("queue-full"))
                .isEqualTo("There is no room for more holders or waiters.");
    }

    @Test
    void application_namesItsKindsOfResources() {
        assertThat(Words.in(Locale.GERMAN).resource("contract/12345")).isEqualTo("Vertrag 12345");
        assertThat(Words.in(Locale.ENGLISH).resource("contract/12345")).isEqualTo("Contract 12345");
        assertThat(Words.in(Locale.GERMAN).resource("order/1")).isEqualTo("order/1");
        assertThat(Words.in(Locale.GERMAN).resource("contract")).isEqualTo("contract");
    }

    @Test
    void nearestLanguageCounts() {
        assertThat(Words.in(AUSTRIA).text("held.another")).isEqualTo("Etwas Anderes aus Österreich");
        assertThat(Words.in(AUSTRIA).text("queue-full")).isEqualTo("Die Warteliste ist voll.");
        assertThat(Words.in(Locale.GERMAN).text("held.another")).isEqualTo("Etwas anderes");
        assertThat(Words.in(Locale.JAPANESE).text("held.another")).isEqualTo("Another one");
    }

    @Test
    void sentenceThatIsNoPattern_isReplacedByTheNextOne() {
        assertThat(Words.in(Locale.GERMAN).text("too-soon", "order/1")).startsWith("order/1 kann so kurz nach");
    }

    @Test
    void everySentence_isTranslated_withPlacesOfTheOriginal() throws IOException {
        Properties english = own("messages.properties");
        Properties german = own("messages_de.properties");
        assertThat(english).hasSizeGreaterThan(30);
        assertThat(german.stringPropertyNames()).isEqualTo(english.stringPropertyNames());
        for (String key : english.stringPropertyNames()) {
            if (!key.startsWith("time")) {
                assertThat(places(german.getProperty(key)))
                        .as(key)
                        .isLessThanOrEqualTo(places(english.getProperty(key)));
            }
        }
    }

    private static int places(String pattern) {
        return new MessageFormat(pattern, Locale.ROOT).getFormatsByArgumentIndex().length;
    }

    private static Properties own(String file) throws IOException {
        Properties texts = new Properties();
        try (InputStream in = Objects.requireNonNull(Words.class.getResourceAsStream(file))) {
            texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        }
        return texts;
    }
}
