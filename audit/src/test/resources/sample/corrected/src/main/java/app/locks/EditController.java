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
        if (!lock.tryLock()) {
            throw new IllegalStateException();
        }
    }

    @PostMapping("/reports/{id}/reserve")
    public void reserve(@PathVariable long id) throws InterruptedException {
        RLock lock = redisson.getLock("report:" + id);
        if (!lock.tryLock(2, TimeUnit.SECONDS)) {
            throw new IllegalStateException();
        }
    }

    @PostMapping("/records/{id}/lock")
    public void lock(@PathVariable long id, HttpSession session) {
        session.setMaxInactiveInterval(1800);
        lockService.acquireLock(id, session.getId());
    }
}
