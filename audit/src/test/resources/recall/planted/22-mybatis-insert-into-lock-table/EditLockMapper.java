package press;

import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;

@Mapper
public interface EditLockMapper {
    int lock(@Param("articleId") long articleId, @Param("userId") String userId);

    int unlock(@Param("articleId") long articleId, @Param("userId") String userId);
}
