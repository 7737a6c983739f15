package dev.holdfast.example.newsroom.web;

import dev.holdfast.Owner;
import dev.holdfast.session.CurrentOwner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Asks the editor of an article to release it, on any node. */
@RestController
class Asks {
    private static final ChannelTopic CHANNEL = new ChannelTopic("article-asks");

    private final StringRedisTemplate redis;
    private final JsonMapper json;

    Asks(StringRedisTemplate redis, JsonMapper json) {
        this.redis = redis;
        this.json = json;
    }

    @PostMapping("/articles/{id}/ask")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void ask(@PathVariable long id) {
        String name = CurrentOwner.get().map(Owner::name).orElseThrow();
        redis.convertAndSend(CHANNEL.getTopic(), json.writeValueAsString(new Ask(id, name)));
    }

    @Configuration(proxyBeanMethods = false)
    static class Listening {
        @Bean
        RedisMessageListenerContainer asked(RedisConnectionFactory connections, EditingFeed feed, JsonMapper json) {
            RedisMessageListenerContainer container = new RedisMessageListenerContainer();
            container.setConnectionFactory(connections);
            container.addMessageListener(
                    (message, pattern) -> feed.asked(json.readValue(message.getBody(), Ask.class)), CHANNEL);
            return container;
        }
    }
}
