package dev.holdfast.example.newsroom.article;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * For each article that is being edited the key {@code lock:article:ID} with {@code {ownerId, ownerName, acquiredAt}}, so that
 * other programs on this Redis can see who has it. It goes with the lock, and by itself 2400 s after that was taken. It is there
 * to be read: what decides are Holdfast's own records.
 */
@Component
public class LockKeys implements Consumer<LockView> {
    private static final Duration LIFE = Duration.ofMinutes(40); // 2400 s

    private final StringRedisTemplate redis;
    private final JsonMapper json;

    LockKeys(StringRedisTemplate redis, JsonMapper json) {
        this.redis = redis;
        this.json = json;
    }

    /** Returns the hold, if there is one. */
    public static Optional<Hold> hold(LockView view) {
        return view.holders().stream()
                .filter(judged -> !judged.state().ended())
                .map(judged -> judged.hold())
                .findFirst();
    }

    @Override
    public void accept(LockView view) {
        String key = "lock:article:" + ArticleRepository.articleOf(view.resource());
        Hold hold = hold(view).orElse(null);
        if (hold == null) {
            redis.delete(key);
            return;
        }
        Duration left = LIFE.minus(Duration.between(hold.since(), view.asOf()));
        if (left.compareTo(Duration.ZERO) > 0) {
            redis.opsForValue().set(key, value(hold), left);
        }
    }

    private String value(Hold hold) {
        Map<String, String> value = new LinkedHashMap<>();
        value.put("ownerId", hold.owner().id());
        value.put("ownerName", hold.owner().name());
        value.put("acquiredAt", hold.since().toString());
        return json.writeValueAsString(value);
    }
}
