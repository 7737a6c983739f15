package travel;

import org.apache.ibatis.annotations.Mapper;

@Mapper
public interface SeatMapper {
    Seat lockSeat(long id);
}
