package depot;

import java.util.List;
import org.springframework.transaction.annotation.Transactional;

public class Picking {
    private final Bins bins;

    @Transactional
    public void pick(List<Long> binIds) {
        for (Long binId : binIds) {
            Bin bin = bins.lockOne(binId).orElseThrow(); // finds unordered-locks
            bin.takeOne();
        }
    }
}
