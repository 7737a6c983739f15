package dev.holdfast.spring;

import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** The versions of libraries that the tests of this starter run with. Others may work; the log says that they were not tested. */
public final class TestedVersions {
    private static final Log LOG = LogFactory.getLog(TestedVersions.class);
    private static final List<String> SPRING_BOOT = List.of("3.5.", "4.1.");
    private static final List<String> HIBERNATE = List.of("6.6.", "7.4.");

    private TestedVersions() {}

    /** Warns if this version of Spring Boot was not tested. */
    static void springBoot(@Nullable String version) {
        warn("Spring Boot", version, SPRING_BOOT);
    }

    /** Warns if this version of Hibernate was not tested. */
    public static void hibernate(String version) {
        warn("Hibernate", version, HIBERNATE);
    }

    private static void warn(String library, @Nullable String version, List<String> tested) {
        String sentence = sentence(library, version, tested);
        if (sentence != null) {
            LOG.warn(sentence);
        }
    }

    private static @Nullable String sentence(String library, @Nullable String version, List<String> tested) {
        if (version == null || tested.stream().anyMatch(version::startsWith)) {
            return null;
        }
        List<String> lines = tested.stream()
                .map(line -> line.substring(0, line.length() - 1))
                .toList();
        return "The locks were tested with " + library + " " + String.join(" and ", lines) + ", not with " + version
                + ". Test that your entities and methods are refused without their locks before you rely on it.";
    }
}
