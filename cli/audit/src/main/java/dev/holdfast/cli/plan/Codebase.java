package dev.holdfast.cli.plan;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers that can be read from a folder of sources: what is named in its build and its Java files. Only what is certain. */
public final class Codebase {
    private static final int MAX_FILES = 20_000;
    private static final long MAX_BYTES = 1 << 20;
    private static final Pattern ENTITY = Pattern.compile("@Entity\\b[\\s\\S]{0,400}?\\bclass\\s+(\\w+)");
    private static final Set<String> SKIPPED = Set.of("target", "build", "node_modules", ".git", "test");
    private static final Set<String> BUILDS = Set.of("pom.xml", "build.gradle", "build.gradle.kts");

    private final StringBuilder build = new StringBuilder();
    private final TreeSet<String> entities = new TreeSet<>();
    private boolean versions;
    private boolean sessions;
    private int files;

    private Codebase() {}

    /** Adds to the answers what is not answered yet. */
    public static void read(Path folder, PlanAnswers answers) throws IOException {
        Codebase code = new Codebase();
        Files.walkFileTree(folder, code.new Reader());
        code.answer(answers);
    }

    private void answer(PlanAnswers answers) {
        String uses = build.toString();
        answer(
                answers,
                "framework",
                uses.contains("spring-boot") ? "spring" : uses.contains("servlet") ? "servlet" : "");
        answer(
                answers,
                "access",
                uses.contains("jpa") || uses.contains("hibernate") ? "jpa" : uses.contains("mybatis") ? "mapper" : "");
        for (String database : List.of("postgresql", "mariadb", "sqlite")) {
            answer(answers, "database", uses.contains(database) ? database : "");
        }
        answer(
                answers,
                "database",
                uses.contains("redis") || uses.contains("lettuce") || uses.contains("jedis") ? "redis" : "");
        answer(answers, "entities", String.join(", ", entities));
        answer(answers, "versions", versions ? PlanQuestion.YES : "");
        answer(answers, "sessions", sessions ? "http" : "");
    }

    private static void answer(PlanAnswers answers, String key, String found) {
        if (!found.isEmpty() && !answers.has(key)) {
            answers.with(key, found);
        }
    }

    /** Looks at builds and sources, and at no more than a large project has. */
    private final class Reader extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            Path name = folder.getFileName();
            return name != null && SKIPPED.contains(name.toString())
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            String name = String.valueOf(file.getFileName());
            boolean source = name.endsWith(".java");
            if ((source || BUILDS.contains(name)) && attributes.isRegularFile() && attributes.size() <= MAX_BYTES) {
                look(text(file), source);
            }
            return ++files > MAX_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE; // not ours to read
        }

        private void look(String text, boolean source) {
            if (!source) {
                build.append(text);
                return;
            }
            Matcher found = ENTITY.matcher(text);
            while (found.find()) {
                entities.add(found.group(1));
            }
            versions |= text.contains("@Version");
            sessions |= text.contains("HttpSession");
        }

        private static String text(Path file) throws IOException {
            try {
                return Files.readString(file);
            } catch (MalformedInputException e) {
                return ""; // not UTF-8
            }
        }
    }
}
