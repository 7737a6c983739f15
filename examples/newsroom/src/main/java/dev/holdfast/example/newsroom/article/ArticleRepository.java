package dev.holdfast.example.newsroom.article;

import dev.holdfast.Owner;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.spring.LockingRepository;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/**
 * The articles, in Redis: the only way to them, so that no lock is forgotten. {@code findForEdit} takes {@code article/ID}
 * before it loads, {@code update} asserts that the session has it. Sections, tags and metadata have no locks of their own: they
 * are locked by their article.
 */
@Repository
public class ArticleRepository extends LockingRepository<Long, Article> {
    /** The prefix of the names of all its locks. */
    public static final String LOCKS = "article/";

    private static final String ARTICLES = "articles";
    private static final String REVISIONS = "article-revisions";
    private static final String SECTIONS = "section-articles";
    private static final String LAST_SECTION = "last-section";

    /** Saves unless another editor has saved since: a delayed save changes nothing. */
    private static final RedisScript<Boolean> SAVE = RedisScript.of("""
            if (redis.call('HGET', KEYS[2], ARGV[1]) or '0') ~= ARGV[2] then return false end
            redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
            redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
            return true
            """, Boolean.class);

    private final StringRedisTemplate redis;
    private final JsonMapper json;
    private final Clock clock;

    ArticleRepository(StringRedisTemplate redis, JsonMapper json, Clock clock) {
        super("article");
        this.redis = redis;
        this.json = json;
        this.clock = clock;
    }

    /** Returns the lock on an article, and so on all its parts. */
    public static String lockOf(long article) {
        return LOCKS + article;
    }

    /** Returns the article of a lock. */
    public static long articleOf(String lock) {
        return Long.parseLong(lock.substring(LOCKS.length()));
    }

    /** Returns an article as it was saved last. Reading needs no lock: a slightly outdated draft does no harm. */
    public @Nullable Article find(long id) {
        return load(id);
    }

    public List<Article> all() {
        return redis.<String, String>opsForHash().values(ARTICLES).stream()
                .map(this::read)
                .sorted(Comparator.comparingLong(Article::id))
                .toList();
    }

    /** Returns the article of a section, without loading it; null if there is no such section. */
    public @Nullable Long articleOf(long section) {
        String article = redis.<String, String>opsForHash().get(SECTIONS, Long.toString(section));
        return article == null ? null : Long.valueOf(article);
    }

    /** Adds a new article. */
    public void insert(Article article) {
        store(article, 0);
    }

    @Override
    protected Long keyOf(Article article) {
        return article.id();
    }

    @Override
    protected @Nullable Article load(Long id) {
        String text = redis.<String, String>opsForHash().get(ARTICLES, id.toString());
        return text == null ? null : read(text);
    }

    @Override
    protected void save(Article article) {
        store(article, article.revision());
    }

    @Override
    protected void remove(Article article) {
        redis.opsForHash().delete(ARTICLES, Long.toString(article.id()));
    }

    private void store(Article article, long revision) {
        String id = Long.toString(article.id());
        String who = CurrentOwner.get().map(Owner::name).orElse("the newsroom");
        List<Article.Section> sections =
                article.sections().stream().map(this::known).toList();
        Article saved = article.saved(sections, who, clock.instant());
        Boolean done = redis.execute(
                SAVE, List.of(ARTICLES, REVISIONS), id, Long.toString(revision), json.writeValueAsString(saved));
        if (!Boolean.TRUE.equals(done)) {
            throw new StaleArticleException(article.id());
        }
        sections.forEach(section -> redis.opsForHash().put(SECTIONS, Long.toString(section.id()), id));
    }

    private Article.Section known(Article.Section section) {
        long id =
                section.id() == 0 ? Objects.requireNonNull(redis.opsForValue().increment(LAST_SECTION)) : section.id();
        return new Article.Section(id, section.title(), section.text());
    }

    private Article read(String text) {
        return json.readValue(text, Article.class);
    }
}
