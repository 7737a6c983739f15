package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.util.ClassUtils;

/** Every test of the starter runs on Spring Boot 3.5, too. */
class Boot3SameTestsTest {
    /** These read files of the project, or do not depend on Spring. */
    private static final Set<String> ELSEWHERE = Set.of(
            "GuideTest",
            "GuidePageTest",
            "JobGuideTest",
            "JwtGuideTest",
            "MetadataTest",
            "PlanTest",
            "VersionTableTest",
            "SqlTablesTest");

    @Test
    void everyTest_runsOnBoot3() throws Exception {
        assertThat(SpringBootVersion.getVersion()).startsWith("3.5.");
        Path jar = Path.of(StoreChoiceTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> tests;
        try (JarFile file = new JarFile(jar.toFile())) {
            tests = file.stream()
                    .map(entry -> entry.getName().replace('/', '.'))
                    .filter(name -> name.endsWith("Test.class") && !name.contains("$"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .filter(name -> !isAbstract(name) && !ELSEWHERE.contains(ClassUtils.getShortName(name)))
                    .collect(Collectors.toList());
        }
        assertThat(tests).hasSizeGreaterThan(20).allSatisfy(name -> {
            String here = ClassUtils.getPackageName(name) + ".Boot3" + ClassUtils.getShortName(name);
            assertThat(ClassUtils.isPresent(here, null)).as(here).isTrue();
        });
    }

    private static boolean isAbstract(String name) {
        return Modifier.isAbstract(ClassUtils.resolveClassName(name, null).getModifiers());
    }
}
