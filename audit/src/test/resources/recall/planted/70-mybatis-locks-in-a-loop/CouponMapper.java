package shop;

import org.apache.ibatis.annotations.*;

@Mapper
public interface CouponMapper {
    @Select("select * from coupon where code = #{code} for update")
    Coupon lockByCode(String code);
}
