package press;

public class ArticleEditor {
    private final ArticleMapper articleMapper;
    private final EditLockService editLockService;

    public void save(Article article, String user) {
        if (!editLockService.isLockedBy(article.getId(), user)) {
            throw new IllegalStateException("Not locked by " + user);
        }
        articleMapper.update(article);
    }
}
