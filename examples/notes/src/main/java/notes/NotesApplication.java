package notes;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** Notes that several people edit, without locks. */
@SpringBootApplication
public class NotesApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(NotesApplication.class, arguments);
    }

    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .httpBasic(Customizer.withDefaults())
                .csrf(csrf -> csrf.disable()) // for curl; a page sends its token
                .build();
    }

    @Bean
    UserDetailsService people() {
        return new InMemoryUserDetailsManager(
                User.withUsername("anna").password("{noop}anna").build(),
                User.withUsername("ben").password("{noop}ben").build());
    }
}
