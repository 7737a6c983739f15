package post;

import org.apache.ibatis.annotations.*;

@Mapper
public interface ParcelMapper {
    @Update("UPDATE parcel SET is_locked = 1, locked_by = #{user}, locked_until = #{until} WHERE id = #{id} AND (is_locked = 0 OR locked_until < now())")
    int lock(@Param("id") long id, @Param("user") String user, @Param("until") java.time.Instant until);
}
