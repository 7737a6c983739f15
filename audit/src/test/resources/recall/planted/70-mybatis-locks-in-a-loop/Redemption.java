package shop;

import java.util.List;
import org.springframework.transaction.annotation.Transactional;

public class Redemption {
    private CouponMapper couponMapper;

    @Transactional
    public void redeem(List<String> codes) {
        for (String code : codes) {
            Coupon coupon = couponMapper.lockByCode(code); // finds unordered-locks
            coupon.redeem();
        }
    }
}
