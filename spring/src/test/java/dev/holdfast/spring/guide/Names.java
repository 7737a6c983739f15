package dev.holdfast.spring.guide;

import dev.holdfast.spring.OwnerNames;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What others are shown. */
@Configuration(proxyBeanMethods = false)
class Names {
    @Bean
    OwnerNames ownerNames() {
        Map<String, String> people = Map.of("anna", "Anna Berg");
        return principal -> people.getOrDefault(principal.getName(), principal.getName());
    }
}
