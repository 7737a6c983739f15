package press;

import org.apache.ibatis.annotations.*;

@Mapper
public interface ArticleMapper {
    @Select("select * from article where id = #{id}")
    Article find(long id);

    @Insert("insert into article (id, title) values (#{id}, #{title})")
    int add(Article article);

    @Update("update article set title = #{title} where id = #{id}")
    int update(Article article);
}
