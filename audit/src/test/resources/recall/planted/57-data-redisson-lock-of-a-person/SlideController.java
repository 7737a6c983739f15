package slides;

import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.springframework.web.bind.annotation.*;

@RestController
public class SlideController {
    private final RedissonClient redisson;

    @PostMapping("/slides/{id}/edit")
    public void edit(@PathVariable Long id) {
        RLock lock = redisson.getLock("slide:" + id);
        lock.lock(); // finds waiting-for-lock
    }

    @PostMapping("/slides/{id}/done")
    public void done(@PathVariable Long id) {
        redisson.getLock("slide:" + id).forceUnlock();
    }
}
