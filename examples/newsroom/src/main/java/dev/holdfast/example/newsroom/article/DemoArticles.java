package dev.holdfast.example.newsroom.article;

import dev.holdfast.example.newsroom.article.Article.Metadata;
import dev.holdfast.example.newsroom.article.Article.Section;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Something to edit, for a newsroom that has nothing yet. */
@Component
class DemoArticles implements ApplicationRunner {
    private static final Log LOG = LogFactory.getLog(DemoArticles.class);

    private final ArticleRepository articles;

    DemoArticles(ArticleRepository articles) {
        this.articles = articles;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        if (!articles.all().isEmpty()) {
            return;
        }
        List<Article> first = List.of(
                article(
                        1,
                        "Harbour tunnel opens a month early",
                        "City",
                        List.of("traffic", "harbour"),
                        new Section(
                                0,
                                "The first cars",
                                "At six in the morning the barriers went up. By seven, the old bridge was empty."),
                        new Section(
                                0,
                                "What it cost",
                                "The council had set aside a third more than was needed in the end.")),
                article(
                        2,
                        "A winter without snow",
                        "Weather",
                        List.of("climate"),
                        new Section(
                                0, "The lifts stand still", "In the third week of January the last of them closed.")),
                article(
                        3,
                        "The library that never closes",
                        "Culture",
                        List.of("libraries", "night"),
                        new Section(0, "Half past two", "Eleven people are reading. One of them is asleep."),
                        new Section(0, "Who pays for the light", "The reading room is heated by the bakery below.")),
                article(
                        4,
                        "Local bakery wins again",
                        "Business",
                        List.of("bread"),
                        new Section(0, "", "For the fourth year running, the rye loaf came first.")));
        first.forEach(article -> {
            try {
                articles.insert(article);
            } catch (StaleArticleException e) {
                LOG.debug("Another node was a moment earlier.", e);
            }
        });
    }

    private static Article article(long id, String headline, String desk, List<String> tags, Section... sections) {
        return new Article(
                id, headline, List.of(sections), tags, new Metadata(desk, "By our own reporters"), 0, null, null);
    }
}
