package dev.holdfast.audit.read;

import dev.holdfast.audit.base.Progress;
import dev.holdfast.audit.code.Mark;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.Setting;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.sql.SqlParser;
import dev.holdfast.audit.sql.SqlScript;
import dev.holdfast.audit.sql.SqlStatement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads all files of a folder that may be relevant to locks. Not thread-safe. */
public final class ProjectReader {
    private static final long LARGEST = 5_000_000;
    private static final Set<String> TESTS = Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory");

    private final Path folder;
    private final String prefix;
    private final boolean tests;
    private final JavaReader java = new JavaReader();
    private final List<TypeFacts> types = new ArrayList<>();
    private final List<SqlStatement> statements = new ArrayList<>();
    private final List<Setting> settings = new ArrayList<>();
    private final List<MappedStatement> mappers = new ArrayList<>();
    private final Map<String, String> unread = new TreeMap<>();
    private final Remarks remarks = new Remarks();
    private int files;
    private long lines;

    /**
     * Creates a reader of a folder.
     *
     * @param prefix the text before the names of files in reports
     * @param tests whether to read tests as well
     */
    public ProjectReader(Path folder, String prefix, boolean tests) {
        this.folder = folder;
        this.prefix = prefix;
        this.tests = tests;
    }

    public Project read(Progress progress) throws IOException {
        List<Path> found = new SourceFiles(folder, tests).list();
        for (Path file : found) {
            read(file);
            progress.files(++files, found.size());
        }
        return new Project(mapped(), statements, settings);
    }

    /** Returns the types, with the statements of mapper files as if they were annotations of their methods. */
    private List<TypeFacts> mapped() {
        Map<String, List<Mark>> marks = new HashMap<>();
        for (MappedStatement each : mappers) {
            marks.computeIfAbsent(each.type() + "." + each.method(), key -> new ArrayList<>())
                    .add(new Mark("MapperQuery", Map.of("value", each.sql()), each.place()));
        }
        List<TypeFacts> all = new ArrayList<>();
        for (TypeFacts type : types) {
            List<MethodFacts> methods = new ArrayList<>();
            for (MethodFacts method : type.methods()) {
                List<Mark> more = marks.remove(type.name() + "." + method.name());
                methods.add(more == null ? method : method.with(more));
            }
            all.add(type.with(methods));
        }
        for (List<Mark> rest : marks.values()) { // whose interface is not among the sources
            rest.forEach(
                    mark -> SqlParser.parse(mark.value("value"), mark.place()).ifPresent(statements::add));
        }
        return all;
    }

    private void read(Path path) {
        String file = prefix + SourceFiles.name(folder, path);
        try {
            if (Files.size(path) > LARGEST) {
                throw new UnreadableException("it is larger than 5 MB");
            }
            String text = text(path);
            if (!file.endsWith(".xml") || XmlReader.reads(text, file)) {
                lines += text.lines().count();
                remarks.read(text, file);
                read(text, file);
            }
        } catch (IOException e) {
            unread.put(file, "it cannot be read");
        } catch (UnreadableException e) {
            unread.put(file, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            unread.put(
                    file,
                    "it is not understood (" + e.getClass().getSimpleName() + ")"); // a fault of the parser, or ours
        } catch (StackOverflowError e) {
            unread.put(file, "it is nested too deeply");
        }
    }

    private void read(String text, String file) {
        if (file.endsWith(".java")) {
            java.read(text, file).stream()
                    .filter(type -> tests || !isTest(type))
                    .forEach(types::add);
        } else if (file.endsWith(".sql") || file.endsWith(".ddl")) {
            statements.addAll(SqlScript.statements(text, file));
        } else if (file.endsWith(".properties")) {
            settings.addAll(PropertiesReader.read(text, file));
        } else if (file.endsWith(".yml") || file.endsWith(".yaml")) {
            settings.addAll(YamlReader.read(text, file));
        } else if (file.endsWith(".xml")) {
            XmlReader xml = new XmlReader(file);
            xml.read(text);
            settings.addAll(xml.settings());
            statements.addAll(xml.statements());
            mappers.addAll(xml.mapped());
        }
    }

    /** Returns whether it is a test among other sources. */
    private static boolean isTest(TypeFacts type) {
        return type.methods().stream()
                .flatMap(method -> method.marks().stream())
                .anyMatch(mark -> TESTS.contains(mark.name()));
    }

    private static String text(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1); // as old sources are
        }
    }

    /** Returns the files that could not be read, with the reason. */
    public Map<String, String> unread() {
        return unread;
    }

    /** Returns the comments for the audit. */
    public Remarks remarks() {
        return remarks;
    }

    public int files() {
        return files;
    }

    public long lines() {
        return lines;
    }
}
