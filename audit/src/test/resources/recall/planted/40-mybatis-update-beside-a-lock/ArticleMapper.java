package press;

import org.apache.ibatis.annotations.*;

@Mapper
public interface ArticleMapper {
    @Select("select * from article where id = #{id}")
    Article find(long id);

    @Update("update article set title = #{title}, body = #{body} where id = #{id}")
    int update(Article article);

    @Delete("delete from article where id = #{id}")
    int remove(long id);
}
