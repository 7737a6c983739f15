package dev.holdfast.it.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.CommandCall;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.engines.EtcdServer;
import dev.holdfast.engines.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast plan}: what follows from which answers, and that what it writes can be used. */
final class PlanTest {
    private static final String UNDERWRITING = """
            feature: underwrite policies
            entities: [Policy]
            reads: must-be-fresh
            minutes: 90
            members: [Coverage, Endorsement, NamedInsured]
            versions: yes
            access: mapper
            """;
    private static final String NEWSROOM = """
            feature: edit articles
            entities: [Article]
            database: redis
            minutes: 20
            members: [Section, Tag]
            """;
    private static final String PICKING = """
            feature: pick orders
            entities: [Order]
            servers: one
            database: sqlite
            minutes: 15
            heartbeat: no
            framework: other
            paths: one
            """;

    @TempDir
    Path folder;

    private CommandCall plan(String answers, String... more) throws IOException {
        Files.writeString(folder.resolve("answers.yaml"), answers);
        return call(
                folder,
                Stream.concat(Stream.of("plan", "--answers", "answers.yaml"), Stream.of(more))
                        .toArray(String[]::new));
    }

    private static CommandCall call(Path project, String... arguments) throws IOException {
        Files.createDirectories(project.resolve(".git"));
        return CommandCall.in(project, Map.of(), arguments);
    }

    @Test
    @DisplayName("P20: nine sections, with the reasons, from the answers for underwriting")
    void underwriting_locksReadersToo_byOneRowForTheGroup() throws IOException {
        CommandCall done = plan(UNDERWRITING);
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        for (int section = 1; section <= 9; section++) {
            assertThat(done.out()).contains("\n## " + section + ". ");
        }
        assertThat(done.out())
                .contains(
                        "**Choice:** Exclusive read",
                        "PostgreSQL, in your own database",
                        "120m in all",
                        "Shared version row",
                        "`LockingMapperRegistry` around the mappers",
                        "CREATE TABLE IF NOT EXISTS version",
                        "CREATE TABLE holdfast.record",
                        "pattern: policy/**",
                        "The HTTP session");
    }

    @Test
    @DisplayName("P20: a newsroom on Redis locks the root of an article, for 40 minutes")
    void newsroom_locksTheRoot_onRedis() throws IOException {
        assertThat(plan(NEWSROOM).out())
                .contains(
                        "**Choice:** Exclusive write",
                        "**Choice:** Redis",
                        "40m in all; a heartbeat every 30 s, lost after 5m without one",
                        "Root lock",
                        "`article/ID`, where ID is the root's id")
                .doesNotContain("CREATE TABLE");
    }

    @Test
    @DisplayName("P20: says when not to use it")
    void rareAndCheap_orOneTransaction_isAdvisedAgainst() throws IOException {
        assertThat(plan("collisions: rare\nrework: cheap\n").out())
                .contains("Do not use this pattern here.", "Optimistic locking")
                .doesNotContain("## 1.");
        assertThat(plan("span: one-transaction\n").out()).contains("The database's own transactions");
    }

    @Test
    @DisplayName("P20: the configuration works as it is")
    void files_areWrittenAndUsable() throws IOException {
        CommandCall done = plan(PICKING, "--out", "locking");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        Path out = folder.resolve("locking");
        assertThat(done.out().lines().toList())
                .containsExactly(
                        out.resolve("plan.md").toString(),
                        out.resolve("holdfast.yaml").toString());
        CommandCall taken = call(out, "acquire", "order/7", "--owner", "john", "--note", "picked by John D.", "--json");
        assertThat(taken.code()).as(taken.err()).isEqualTo(ExitCode.DONE);
        assertThat(call(out, "who", "order/7").out()).contains("john", "picked by John D.");
        assertThat(out.resolve("locks.db")).exists();
        assertThat(Files.readString(out.resolve("plan.md"))).contains("this alone ends an abandoned lock");
        CommandCall again = plan(PICKING, "--out", "locking");
        assertThat(again.code()).isEqualTo(ExitCode.UNWRITABLE);
        assertThat(again.err()).contains("plan.md exists already");
    }

    @Test
    @DisplayName("P20: the configuration for Redis works on a real one")
    void files_forRedis_areUsable() throws IOException {
        Path out = written(NEWSROOM, "redis://localhost:6379");
        try (RedisServer redis = RedisServer.durable(folder.resolve("redis"))) {
            // the time limit is for a busy machine
            requireUsable(out, "redis://localhost:6379", redis.address() + "?timeout=100s");
        }
    }

    @Test
    @DisplayName("P20: the configuration for etcd works on a real one")
    void files_forEtcd_areUsable() throws IOException {
        Path out = written(NEWSROOM.replace("redis", "other") + "strict: yes\n", "etcd://localhost:2379/locks");
        try (EtcdServer etcd = EtcdServer.quick(folder.resolve("etcd"))) {
            requireUsable(out, "etcd://localhost:2379/locks", etcd.address());
        }
    }

    private Path written(String answers, String store) throws IOException {
        CommandCall done = plan(answers, "--out", "locking");
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        Path out = folder.resolve("locking");
        assertThat(Files.readString(out.resolve("holdfast.yaml"))).contains(store);
        return out;
    }

    /** Uses the written configuration, with the address of a server of this test in place of that of the plan. */
    private static void requireUsable(Path project, String planned, String address) throws IOException {
        Path file = project.resolve("holdfast.yaml");
        Files.writeString(file, Files.readString(file).replace(planned, address));
        CommandCall taken =
                call(project, "--trust", "acquire", "article/7", "--owner", "ann", "--note", "lead", "--json");
        assertThat(taken.code()).as(taken.err()).isEqualTo(ExitCode.DONE);
        CommandCall refused = call(project, "--trust", "acquire", "article/7", "--owner", "ben");
        assertThat(refused.code()).as(refused.err()).isEqualTo(ExitCode.BUSY);
        assertThat(call(project, "--trust", "status", "article/7").out()).contains("ann", "lead");
        assertThat(call(project, "--trust", "release", "article/7", "--owner", "ann")
                        .code())
                .isEqualTo(ExitCode.DONE);
        assertThat(call(project, "--trust", "who", "article/7").code()).isEqualTo(ExitCode.FREE);
    }

    @Test
    @DisplayName("P20: the guide's answers make the files that it shows")
    void guide_isPlayed() throws IOException {
        String guide = Files.readString(Path.of("../docs/which-strategy.md"));
        String answers = block(guide, "yaml");
        List<String> shown = block(guide, "console").lines().toList();
        assertThat(shown.get(0)).isEqualTo("$ holdfast plan --answers answers.yaml --out locking");
        assertThat(plan(answers, "--out", "locking").out().lines())
                .containsExactlyElementsOf(shown.stream()
                        .skip(1)
                        .map(name -> folder.resolve(name).toString())
                        .toList());
        assertThat(Files.readString(folder.resolve("locking/plan.md"))).contains("**Choice:** Exclusive read");
    }

    private static String block(String guide, String language) {
        String begin = "```" + language + "\n";
        int from = guide.indexOf(begin) + begin.length();
        return guide.substring(from, guide.indexOf("```", from));
    }

    @Test
    void wrongAnswer_isToldWithItsLine() throws IOException {
        CommandCall done = plan("feature: x\nreads: sometimes\n");
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains("answers.yaml:2: 'reads' can be may-be-stale, must-be-fresh, not 'sometimes'.");
        assertThat(plan("tables: yes\n").err()).contains("answers.yaml:1: There is no question 'tables'.");
        assertThat(plan("minutes: many\n").err()).contains("'minutes' is a number from 1 to 1440");
    }

    @Test
    @DisplayName("P20: reads what it can from a codebase")
    void sources_answerWhatTheyShow() throws IOException {
        Files.writeString(
                folder.resolve("pom.xml"), "<project>spring-boot-starter-data-jpa mariadb-java-client</project>");
        Path source = Files.createDirectories(folder.resolve("src/main/java"));
        Files.writeString(
                source.resolve("Claim.java"),
                "@Entity\n@Table(name = \"claims\")\npublic class Claim { @Version int v; }");
        Files.writeString(source.resolve("Web.java"), "class Web { void edit(HttpSession session) {} }");
        Files.write(source.resolve("Old.java"), new byte[] {(byte) 0xe4, (byte) 0xff});
        String plan = call(folder, "plan", "--from", ".", "--no-input").out();
        assertThat(plan)
                .contains(
                        "**Stack:** spring, jpa",
                        "**Entities:** Claim",
                        "MariaDB, in your own database",
                        "`@Lockable`");
        CommandCall none = call(folder, "plan", "--from", "nowhere");
        assertThat(none.code()).isEqualTo(ExitCode.USAGE);
        assertThat(none.err()).contains("is no folder");
    }
}
