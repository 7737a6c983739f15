package app.article;

import java.util.List;
import org.springframework.data.jpa.repository.*;

public interface ArticleRepository extends JpaRepository<Article, Long> {
    List<Article> findByTitle(String title);

    @Modifying
    @Query("update Article a set a.title = upper(a.title)")
    int shout();
}
