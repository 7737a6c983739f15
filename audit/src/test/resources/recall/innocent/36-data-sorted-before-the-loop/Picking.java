package depot;

import java.util.List;
import java.util.TreeSet;
import org.springframework.transaction.annotation.Transactional;

public class Picking {
    private Bins bins;

    @Transactional
    public void pick(List<Long> binIds) {
        for (Long binId : new TreeSet<>(binIds)) {
            Bin bin = bins.lockOne(binId).orElseThrow();
            bin.takeOne();
        }
    }
}
