package post.parcel;

import org.apache.ibatis.annotations.*;

@Mapper
public interface ParcelMapper {
    @Update("UPDATE parcel SET is_locked = 1 WHERE id = #{id} AND is_locked = 0") // finds lock-without-owner
    int lock(long id);

    @Update("UPDATE parcel SET is_locked = 0 WHERE id = #{id}")
    int unlock(long id);
}
