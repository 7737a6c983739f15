package dev.holdfast.spring.jpa.office;

import dev.holdfast.spring.Statements;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication(proxyBeanMethods = false)
public class Office {
    @Bean
    static Statements statements() {
        return new Statements();
    }
}
