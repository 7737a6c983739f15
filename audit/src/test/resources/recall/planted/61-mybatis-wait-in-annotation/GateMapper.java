package travel;

import org.apache.ibatis.annotations.*;

@Mapper
public interface GateMapper {
    @Select("SELECT * FROM gate WHERE id = #{id} FOR UPDATE WAIT 300") // finds waiting-for-lock
    Gate lockGate(long id);
}
