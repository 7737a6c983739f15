package dev.holdfast.example.staff;

import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.i18n.CookieLocaleResolver;

/** Times in the zone and the language of the reader. */
@Configuration(proxyBeanMethods = false)
public class Times {
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

    /** Formats a time for the caller. */
    public static String shown(Instant moment) {
        return DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT)
                .withLocale(LocaleContextHolder.getLocale())
                .withZone(LocaleContextHolder.getTimeZone().toZoneId())
                .format(moment);
    }
}
