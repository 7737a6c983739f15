package press;

public class Drafts {
    private ArticleMapper articleMapper;

    public Article copy(long id) {
        Article article = articleMapper.find(id);
        articleMapper.add(article.copy());
        return article;
    }
}
