package press;

public class ArticleCleanup {
    private final ArticleMapper articleMapper;

    public void drop(long id) {
        articleMapper.remove(id); // finds unguarded-write
    }
}
