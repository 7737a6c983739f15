package dev.holdfast.spring.jwt;

import dev.holdfast.session.CurrentLocks;
import dev.holdfast.spring.AcquiresLock;
import dev.holdfast.spring.RequiresLock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class Notes {
    private final Map<Long, String> texts = new ConcurrentHashMap<>(Map.of(1L, "Buy milk."));
    private final CurrentLocks locks;

    Notes(CurrentLocks locks) {
        this.locks = locks;
    }

    @PostMapping("/notes/{id}/edit")
    @AcquiresLock(type = "note", value = "#id")
    public String edit(@PathVariable("id") long id) {
        return texts.get(id);
    }

    @PutMapping("/notes/{id}")
    @RequiresLock(type = "note", value = "#id")
    public void save(@PathVariable("id") long id, @RequestBody String text) {
        texts.put(id, text);
        locks.release("note/" + id);
    }
}
