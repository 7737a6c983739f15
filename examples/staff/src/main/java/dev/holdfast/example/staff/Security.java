package dev.holdfast.example.staff;

import dev.holdfast.example.staff.People.Person;
import dev.holdfast.spring.OwnerNames;
import jakarta.servlet.DispatcherType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;
import org.springframework.security.web.authentication.logout.HttpStatusReturningLogoutSuccessHandler;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;

/** Everything is for those who signed in. Signing out ends the session, and with it all that the session holds. */
@Configuration(proxyBeanMethods = false)
class Security {
    private static final String[] EVERYBODY = {
        "/", "/index.html", "/*.css", "/js/*", "/session/people", "/session/sign-in", "/error"
    };

    @Bean
    SecurityFilterChain chain(HttpSecurity http) {
        return http.csrf(CsrfConfigurer::spa)
                .headers(headers -> headers.contentSecurityPolicy(csp ->
                        csp.policyDirectives("default-src 'self'; img-src 'self' data:; frame-ancestors 'none'")))
                .authorizeHttpRequests(any -> any.dispatcherTypeMatchers(DispatcherType.ASYNC, DispatcherType.ERROR)
                        .permitAll() // the end of what was allowed to begin
                        .requestMatchers(EVERYBODY)
                        .permitAll()
                        .requestMatchers("/admin/**")
                        .hasRole("ADMIN")
                        .anyRequest()
                        .authenticated())
                .exceptionHandling(handling ->
                        handling.authenticationEntryPoint(new HttpStatusEntryPoint(HttpStatus.UNAUTHORIZED)))
                .logout(logout -> logout.logoutUrl("/session/sign-out")
                        .logoutSuccessHandler(new HttpStatusReturningLogoutSuccessHandler(HttpStatus.NO_CONTENT)))
                .build();
    }

    @Bean
    SecurityContextRepository contexts() {
        return new HttpSessionSecurityContextRepository();
    }

    @Bean
    OwnerNames ownerNames() {
        return principal -> People.named(principal.getName()).map(Person::name).orElse(principal.getName());
    }
}
