package dev.holdfast.example.newsroom.web;

import java.time.Clock;
import java.util.Locale;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.i18n.CookieLocaleResolver;

/** The parts of the pages besides articles. */
@Configuration(proxyBeanMethods = false)
class Web {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** The page says by a cookie in which time zone it is read: {@code zone=-/Europe/Berlin}. */
    @Bean
    LocaleResolver localeResolver() {
        CookieLocaleResolver zones = new CookieLocaleResolver("zone");
        zones.setDefaultLocale(Locale.UK);
        zones.setRejectInvalidCookies(false);
        return zones;
    }

    /** {@code /session/ping}: another name of the starter's {@code /session/heartbeat}. */
    @Controller
    static class Ping {
        @PostMapping("/session/ping")
        String ping() {
            return "forward:/session/heartbeat";
        }
    }
}
