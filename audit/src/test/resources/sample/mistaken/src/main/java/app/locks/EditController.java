package app.locks;

import jakarta.servlet.http.HttpSession;
import org.redisson.api.*;
import org.springframework.web.bind.annotation.*;

@RestController
public class EditController {
    private RedissonClient redisson;
    private LockService lockService;

    @GetMapping("/reports/{id}/edit")
    public void edit(@PathVariable long id) {
        RLock lock = redisson.getLock("report:" + id);
        lock.lock(); // finds waiting-for-lock
    }

    @PostMapping("/reports/{id}/reserve")
    public void reserve(@PathVariable long id) throws InterruptedException {
        RLock lock = redisson.getLock("report:" + id);
        if (!lock.tryLock(20, TimeUnit.MINUTES)) { // finds waiting-for-lock
            throw new IllegalStateException();
        }
    }

    @PostMapping("/records/{id}/lock")
    public void lock(@PathVariable long id, HttpSession session) {
        session.setMaxInactiveInterval(-1); // finds lock-without-timeout
        lockService.acquireLock(id, session.getId());
    }
}
