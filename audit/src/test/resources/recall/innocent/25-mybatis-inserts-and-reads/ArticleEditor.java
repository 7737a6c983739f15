package press;

public class ArticleEditor {
    private ArticleMapper articleMapper;
    private EditLockService editLockService;

    public void save(Article article, String user) {
        editLockService.acquire(article.getId(), user);
        articleMapper.update(article);
    }
}
