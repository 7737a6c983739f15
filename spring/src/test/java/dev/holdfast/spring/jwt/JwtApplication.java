package dev.holdfast.spring.jwt;

import dev.holdfast.spring.OwnerNames;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.security.web.SecurityFilterChain;

@SpringBootApplication
public class JwtApplication {
    @Bean
    SecurityFilterChain api(HttpSecurity http) throws Exception {
        return http.csrf(csrf -> csrf.disable()) // there are no cookies
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                .authorizeHttpRequests(any -> any.anyRequest().authenticated())
                .build();
    }

    @Bean
    OwnerNames ownerNames() {
        return user -> user instanceof JwtAuthenticationToken token
                ? token.getToken().getClaimAsString("name")
                : user.getName();
    }
}
