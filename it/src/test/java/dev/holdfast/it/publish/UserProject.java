package dev.holdfast.it.publish;

import dev.holdfast.it.docs.Readme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A project of a user with the sample of the README. It gets Holdfast from the repository that was published to. All else
 * comes from the local repository of this machine, so that no network is needed.
 */
record UserProject(Path folder, Path published) implements AutoCloseable {
    /** The local repository of this machine. */
    static final Path LOCAL = Path.of(System.getProperty("user.home"), ".m2", "repository");

    /**
     * Compiles the sample.
     *
     * @param pom the sections about dependencies
     * @return its class path
     */
    String compile(String pom) throws Exception {
        return compile(Path.of(System.getProperty("java.home")), pom);
    }

    /** Compiles the sample with Maven on that JDK. */
    String compile(Path javaHome, String pom) throws Exception {
        Files.createDirectories(folder.resolve("src/main/java"));
        Files.writeString(folder.resolve("src/main/java/Sample.java"), Readme.block("java"));
        Files.writeString(folder.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>org.example</groupId>
                  <artifactId>sample</artifactId>
                  <version>1</version>
                  <properties>
                    <maven.compiler.release>17</maven.compiler.release>
                    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
                  </properties>
                  <repositories>
                    <repository>
                      <id>staging</id>
                      <url>%s</url>
                    </repository>
                  </repositories>
                  %s
                  <build>
                    <plugins>
                      %s
                      %s
                      <plugin>
                        <artifactId>maven-antrun-plugin</artifactId>
                        <version>%s</version>
                        <executions>
                          <execution>
                            <phase>compile</phase>
                            <goals><goal>run</goal></goals>
                            <configuration>
                              <target>
                                <pathconvert property="all" refid="maven.runtime.classpath"/>
                                <echo file="target/classpath.txt">${all}</echo>
                              </target>
                            </configuration>
                          </execution>
                        </executions>
                      </plugin>
                    </plugins>
                  </build>
                </project>
                """.formatted(
                        published.toUri(),
                        pom,
                        plugin("maven-resources-plugin"),
                        plugin("maven-compiler-plugin"),
                        version("maven-antrun-plugin")));
        linkLibraries();
        Maven.run(
                javaHome,
                folder,
                folder.resolve("maven.log"),
                "compile",
                "-Dmaven.repo.local=" + folder.resolve("repository"),
                "-Dmaven.repo.local.tail=" + tail());
        return Files.readString(folder.resolve("target/classpath.txt"));
    }

    /** Returns a plugin in the version that our own build has brought to this machine. */
    private static String plugin(String name) throws Exception {
        return "<plugin><artifactId>" + name + "</artifactId><version>" + version(name) + "</version></plugin>";
    }

    private static String version(String plugin) throws Exception {
        return Pom.of("").elements("build", "pluginManagement", "plugins", "plugin").stream()
                .filter(element -> Pom.children(element, "artifactId")
                        .anyMatch(name -> name.getTextContent().equals(plugin)))
                .flatMap(element -> Pom.children(element, "version"))
                .findFirst()
                .orElseThrow()
                .getTextContent();
    }

    private Path tail() {
        return folder.resolve("tail");
    }

    /** Links to the local repository, without what an earlier build of Holdfast may have installed there. */
    private void linkLibraries() throws IOException {
        Files.createDirectories(tail().resolve("dev"));
        link(LOCAL, tail(), "dev");
        if (Files.exists(LOCAL.resolve("dev"))) {
            link(LOCAL.resolve("dev"), tail().resolve("dev"), "holdfast");
        }
    }

    private static void link(Path from, Path to, String except) throws IOException {
        for (Path entry : entries(from)) {
            if (!entry.endsWith(except)) {
                Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
            }
        }
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** Removes the links. The class path leads through them. */
    @Override
    public void close() throws IOException {
        for (Path linked : List.of(tail().resolve("dev"), tail())) {
            for (Path entry : entries(linked)) {
                Files.delete(entry);
            }
        }
    }
}
