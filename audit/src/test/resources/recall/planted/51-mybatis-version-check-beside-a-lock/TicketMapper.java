package support;

import org.apache.ibatis.annotations.*;

@Mapper
public interface TicketMapper {
    @Select("select * from ticket where id = #{id}")
    Ticket find(long id);

    @Update("update ticket set text = #{text}, version = version + 1 where id = #{id} and version = #{version}")
    int updateIfUnchanged(Ticket ticket);
}
