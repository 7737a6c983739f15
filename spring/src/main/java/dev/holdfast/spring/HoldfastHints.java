package dev.holdfast.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.util.ClassUtils;

/** The files, proxies and types that a native image of an application needs and does not find by itself. */
final class HoldfastHints implements RuntimeHintsRegistrar {
    /** The scripts of the stores. */
    static final List<String> FILES =
            List.of("dev/holdfast/store/sql/*/*.sql", "dev/holdfast/store/redis/*.lua", "holdfast/version-*.sql");

    private static final List<String> PROXIES =
            List.of("jakarta.servlet.http.HttpSession", BootThreeHealth.PACKAGE + "HealthIndicator");
    /** The stores look for these by name, to say which driver is missing. */
    private static final List<String> LIBRARIES = List.of(
            "com.zaxxer.hikari.HikariDataSource",
            "org.mariadb.jdbc.MariaDbDataSource",
            "org.postgresql.PGConnection",
            "org.sqlite.SQLiteConnection");

    /** Its method is called by name, since its signature differs between versions of Hibernate. */
    private static final String EVENT = "org.hibernate.event.spi.AbstractEvent";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        FILES.forEach(hints.resources()::registerPattern);
        for (String proxy : PROXIES) {
            if (ClassUtils.isPresent(proxy, loader)) {
                hints.proxies().registerJdkProxy(TypeReference.of(proxy));
            }
        }
        for (String library : LIBRARIES) {
            if (ClassUtils.isPresent(library, loader)) {
                hints.reflection().registerType(TypeReference.of(library), MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
            }
        }
        if (ClassUtils.isPresent(EVENT, loader)) {
            hints.reflection().registerType(TypeReference.of(EVENT), MemberCategory.INVOKE_PUBLIC_METHODS);
        }
    }
}
