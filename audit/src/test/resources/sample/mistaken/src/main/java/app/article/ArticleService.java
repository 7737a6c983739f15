package app.article;

import app.locks.*;

public class ArticleService {
    private final ArticleRepository articleRepository;
    private final LockManager lockManager;

    public Article edit(Long articleId, String session) {
        lockManager.acquireLock(articleId, session);
        return articleRepository.findById(articleId).orElseThrow();
    }

    public void save(Article article, String session) {
        if (!lockManager.hasLock(article.getId(), session)) {
            throw new ConcurrencyException("Not locked");
        }
        articleRepository.save(article);
        lockManager.releaseLock(article.getId(), session);
    }

    public Article create(String title) {
        return articleRepository.save(new Article(title));
    }
}
