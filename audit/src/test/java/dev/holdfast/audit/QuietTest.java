package dev.holdfast.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.audit.base.Rule;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What looks like a mistake and is none is not told; each is next to something that is. */
final class QuietTest {
    @TempDir
    Path folder;

    private void java(String type, String body) {
        Samples.write(folder, "src/main/java/app/" + type + ".java", "package app;\n" + body);
    }

    private void nothing() {
        assertThat(Samples.report(Audit.of(folder)).findings()).isEmpty();
    }

    private void only(Rule rule) {
        assertThat(Samples.report(Audit.of(folder)).findings())
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.rule()).isEqualTo(rule));
    }

    /** An article is locked where it is saved by its service. */
    private void lockedArticles() {
        java("ArticleRepository", """
                interface ArticleRepository extends JpaRepository<Article, Long> {}
                """);
        java("ArticleService", """
                class ArticleService {
                    ArticleRepository articles;
                    LockManager lockManager;
                    void save(Article article) {
                        lockManager.acquireLock(article.getId(), owner());
                        articles.save(article);
                    }
                }
                """);
    }

    @Test
    void write_elsewhere_isFound() {
        lockedArticles();
        java("Admin", "class Admin { ArticleRepository articles; void put(Article a) { articles.save(a); } }");
        only(Rule.UNGUARDED_WRITE);
    }

    @Test
    void write_ofSomethingNew_isNoMistake() {
        lockedArticles();
        java("Admin", """
                class Admin {
                    ArticleRepository articles;
                    void publish() { articles.save(new Article()); }
                    void publishMade() { Article made = Article.builder().build(); articles.save(made); }
                    void createDraft(Article draft) { articles.save(draft); }
                }
                """);
        nothing();
    }

    @Test
    void write_ofAnotherType_isNoMistake() {
        lockedArticles();
        java("Admin", "class Admin { CommentRepository comments; void put(Comment c) { comments.save(c); } }");
        nothing();
    }

    @Test
    void write_whoseCallersAllLock_isNoMistake() {
        lockedArticles();
        java("Store", "class Store { ArticleRepository articles; void put(Article a) { articles.save(a); } }");
        java("One", """
                class One {
                    Store store;
                    LockManager lockManager;
                    void run(Article article) { lockManager.acquireLock(article.getId(), "one"); store.put(article); }
                }
                """);
        nothing();
        java("Two", "class Two { Store store; void run(Article article) { store.put(article); } }");
        only(Rule.UNGUARDED_WRITE);
    }

    @Test
    void write_throughARepositoryThatChecks_isNoMistake() {
        lockedArticles();
        java("LockingArticles", """
                class LockingArticles implements ArticleRepository {
                    ArticleRepository impl;
                    Locks locks;
                    public Article save(Article article) {
                        if (!locks.holds(article.getId())) { throw new ConcurrencyException(); }
                        return impl.save(article);
                    }
                }
                """);
        java("Admin", "class Admin { ArticleRepository articles; void put(Article a) { articles.save(a); } }");
        nothing();
    }

    @Test
    void write_besideALockOnAJob_isNoMistake() {
        java("RolloutRepository", "interface RolloutRepository extends JpaRepository<Rollout, Long> {}");
        java("Rollouts", """
                class Rollouts {
                    RolloutRepository rollouts;
                    LockRegistry lockRegistry;
                    void handle(String tenant) {
                        String handlerId = tenant + "-handler";
                        lockRegistry.obtain(handlerId);
                        rollouts.findAll();
                    }
                    void pause(Rollout rollout) { rollouts.save(rollout); }
                }
                """);
        nothing();
    }

    @Test
    void versionAndLock_onEveryPath_isNoMistake() {
        lockedArticles();
        java("Article", "@Entity class Article { @Id Long id; @Version long version; String title; }");
        nothing();
        java("Admin", "class Admin { ArticleRepository articles; void put(Article a) { articles.save(a); } }");
        only(Rule.MIXED_LOCKING);
    }

    @Test
    void rowLock_inAShortTransaction_isNoMistake() {
        java("Seats", """
                class Seats {
                    JdbcTemplate jdbc;
                    @Transactional(timeout = 5)
                    void book(long id) {
                        jdbc.queryForMap("SELECT * FROM seat WHERE id = ? FOR UPDATE", id);
                        jdbc.update("UPDATE seat SET taken = TRUE WHERE id = ?", id);
                    }
                }
                """);
        Samples.write(folder, "src/main/resources/application.properties", "spring.transaction.default-timeout=30\n");
        nothing();
        Samples.write(
                folder, "src/main/resources/application.properties", "spring.transaction.default-timeout=PT20M\n");
        only(Rule.ROW_LOCK_ACROSS_THINK_TIME);
    }

    @Test
    void longTransactions_withoutRowLocks_areNoMistake() {
        Samples.write(folder, "src/main/resources/application.properties", "spring.transaction.default-timeout=20m\n");
        nothing();
    }

    @Test
    void connection_keptWithoutARowLock_isNoMistake() {
        java("Keeps", """
                class Keeps {
                    void keep(HttpSession session, Connection connection) {
                        connection.prepareStatement("SELECT * FROM seat WHERE id = ?");
                        session.setAttribute("connection", connection);
                    }
                }
                """);
        nothing();
    }

    @Test
    void mutexForEachRecord_onOneServer_isNoMistake() {
        java("Stock", """
                @Component
                class Stock {
                    private final Map<Long, ReentrantLock> locks = new ConcurrentHashMap<>();
                    StockRepository stocks;
                    void take(long id) {
                        ReentrantLock lock = locks.computeIfAbsent(id, each -> new ReentrantLock());
                        lock.lock();
                        try { stocks.save(stocks.find(id)); } finally { lock.unlock(); }
                    }
                }
                """);
        nothing();
        Samples.write(folder, "k8s/app.yaml", "kind: Deployment\nspec:\n  replicas: 2\n");
        only(Rule.IN_MEMORY_LOCK);
    }

    @Test
    void lockOfATransactionOrJob_hasAnOwner() {
        Samples.write(folder, "db/locks.sql", """
                CREATE TABLE rebuild_lock (table_name VARCHAR(9), txn_id BIGINT, last_heartbeat TIMESTAMP);
                INSERT INTO distributed_lock (lock_key, lock_value, expire) VALUES (?, ?, ?);
                """);
        nothing();
    }

    @Test
    void tablesThatTellOfLocks_areNoMistake() {
        Samples.write(folder, "db/queue.sql", """
                CREATE TABLE edit_lock_queue (entity VARCHAR(9), entity_id INT, username VARCHAR(9), requested_at TIMESTAMP);
                CREATE TABLE record_locks (record_id INT, locked_by INT, locked_at TIMESTAMP, reason TEXT);
                """);
        nothing();
    }

    @Test
    void lockInACache_isNoMistake() {
        String body = """
                @Component
                class LOCKS {
                    private static final Map<String, String> LOCKS = new ConcurrentHashMap<>();
                    boolean tryLock(String key, String value) { return LOCKS.putIfAbsent(key, value) == null; }
                    void unlock(String key, String value) { LOCKS.remove(key, value); }
                }
                """;
        java("CacheLock", body.replace("class LOCKS", "class CacheLock"));
        nothing();
        java("PageLock", body.replace("class LOCKS", "class PageLock"));
        only(Rule.IN_MEMORY_LOCK);
    }

    @Test
    void cacheInABean_isNoMistake() {
        java("LockNames", """
                @Service
                class LockNames {
                    private final Map<Long, String> names = new ConcurrentHashMap<>();
                    String lockName(Long id) { return names.computeIfAbsent(id, each -> "lock-" + each); }
                }
                """);
        nothing();
    }

    @Test
    void memoryStore_ofOneServer_isNoMistake() {
        Samples.write(folder, "src/main/resources/application.yml", "holdfast:\n  store: 'memory:'\n");
        nothing();
        Samples.write(folder, "web.xml", "<web-app><distributable/></web-app>");
        only(Rule.IN_MEMORY_LOCK);
    }

    @Test
    void tableOfNames_forRowLocks_isNoMistake() {
        Samples.write(
                folder, "db/quartz.sql", "CREATE TABLE sched_locks (sched_name VARCHAR(120), lock_name VARCHAR(40));");
        nothing();
    }

    @Test
    void tableOfBlockedUsers_isNoMistake() {
        Samples.write(folder, "db/users.sql", """
                CREATE TABLE user_lock (user_id BIGINT, locked_at TIMESTAMP, failed_attempts INT, expires_at TIMESTAMP);
                UPDATE users SET locked = TRUE WHERE id = 1 AND locked = FALSE;
                """);
        nothing();
    }

    /** Writes the code of a table of locks in which {@code locked_by} says who took one. */
    private void takenBy(String table, String columns) {
        java("Locks", """
                class Locks {
                    JdbcTemplate jdbc;
                    void lock(Object... values) { jdbc.update("INSERT INTO TABLE (COLUMNS) VALUES (?, ?, ?, ?)", values); }
                    void unlock(long id) { jdbc.update("DELETE FROM TABLE WHERE account_id = ?", id); }
                }
                """.replace("TABLE", table).replace("COLUMNS", columns));
    }

    @Test
    void tableOfLocksOnAccounts_isFound() {
        takenBy("account_lock", "account_id, locked_by, locked_at");
        only(Rule.LOCK_WITHOUT_TIMEOUT);
        Samples.write(
                folder,
                "db/accounts.sql",
                "CREATE TABLE account_lock (account_id BIGINT, locked_by VARCHAR(9), locked_at TIMESTAMP);");
        only(Rule.LOCK_WITHOUT_TIMEOUT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "account_lock | account_id, locked_by, locked_at, reason",
                "account_locks | account_id, locked_by, locked_at, unlocked_by",
                "account_lock | account_id, user_id, locked_by, locked_at",
                "user_account_lock | account_id, locked_by, locked_at",
                "customer_account_locks | account_id, locked_by, locked_at"
            })
    void tableOfAccountsThatAnAdministratorBlocks_isNoMistake(String table, String columns) {
        takenBy(table, columns);
        nothing();
    }

    @Test
    void lockTable_sweptByAge_isNoMistake() {
        Samples.write(
                folder, "db/locks.sql", "CREATE TABLE page_lock (page_id INT, owner VARCHAR(9), created TIMESTAMP);");
        nothing(); // those who use it cannot be seen
        Samples.write(folder, "db/clear.sql", "DELETE FROM page_lock WHERE page_id = ?;");
        only(Rule.LOCK_WITHOUT_TIMEOUT);
        java("Sweep", """
                class Sweep {
                    private String sweepSql = "DELETE FROM %slock WHERE created < ?";
                    JdbcTemplate jdbc;
                    void sweep() { jdbc.update(sweepSql); }
                }
                """);
        nothing();
    }

    @Test
    void lockEntity_sweptByItsRepository_isNoMistake() {
        java("EditLock", """
                @Entity @Table(name = "app_lock")
                class EditLock { @Id Long recordId; String ownerId; Instant acquiredAt; }
                """);
        only(Rule.LOCK_WITHOUT_TIMEOUT);
        java("EditLockRepository", """
                interface EditLockRepository extends JpaRepository<EditLock, Long> {
                    int deleteByAcquiredAtBefore(Instant time);
                }
                """);
        nothing();
    }

    @Test
    void lockTable_whoseOwnersEnd_isNoMistake() {
        Samples.write(folder, "db/locks.sql", """
                CREATE TABLE page_lock (page_id INT, client_id BIGINT, created TIMESTAMP);
                CREATE TABLE client (id BIGINT, last_heartbeat TIMESTAMP);
                """);
        nothing();
    }

    @Test
    void sessionsWithoutEnd_whereNoLockHangsOnThem_areNoMistake() {
        Samples.write(folder, "src/main/resources/application.properties", "server.servlet.session.timeout=-1\n");
        nothing();
    }

    @Test
    void otherKeysInRedis_areNoMistake() {
        java("Cache", """
                class Cache {
                    StringRedisTemplate redis;
                    void fill(long id) { redis.opsForValue().setIfAbsent("article:" + id, "x"); }
                    void block(long id) { redis.opsForValue().setIfAbsent("block:" + id, "x"); }
                }
                """);
        nothing();
        java("Locked", """
                class Locked {
                    StringRedisTemplate redis;
                    void lock(long id, String me) { redis.opsForValue().setIfAbsent("lock:" + id, me); }
                }
                """);
        only(Rule.LOCK_WITHOUT_TIMEOUT);
    }

    @Test
    void retry_thatGivesUp_isNoMistake() {
        java("Patient", """
                class Patient {
                    LockManager locks;
                    void take(String name, long deadline) {
                        while (System.nanoTime() < deadline && !locks.tryAcquire(name)) { Thread.sleep(10); }
                    }
                    void drain(Queue<String> queue) {
                        while (!queue.isEmpty()) { Thread.sleep(10); }
                    }
                }
                """);
        nothing();
    }

    @Test
    void mutexOfThreads_isNoMistake() {
        java("Threads", """
                class Threads {
                    private final Lock first = new ReentrantLock();
                    private final Lock second = new ReentrantLock();
                    void both() { first.lock(); second.lock(); }
                    void back() { second.lock(); first.lock(); }
                    void spin() { while (!first.tryLock()) { Thread.sleep(1); } }
                }
                """);
        nothing();
    }

    @Test
    void waitOfARequest_thatGivesTheLockBack_isNoMistake() {
        java("Counter", """
                class Counter {
                    RedissonClient redisson;
                    @PostMapping("/count")
                    void count() {
                        RLock lock = redisson.getLock("counter");
                        lock.lock();
                        try { increase(); } finally { lock.unlock(); }
                    }
                }
                """);
        nothing();
    }

    @Test
    void partsOfALock_areNoLocks() {
        java("Words", """
                class Words {
                    void one(long lock, long state) { lockIndex(lock); lockCount(state); }
                    void other(long lock, long state) { lockCount(state); lockIndex(lock); }
                }
                """);
        nothing();
    }

    @Test
    void lockThatSomethingElseRefersTo_hasAnOwner() {
        Samples.write(
                folder, "db/realm.sql", "CREATE TABLE realm_locks (realm_key INT, reference TEXT, lock_mode INT);");
        nothing();
    }

    @Test
    void locksInOrder_areNoMistake() {
        java("Many", """
                class Many {
                    LockManager locks;
                    void sorted(SortedSet<String> names) { for (String name : names) { locks.acquire(name); } }
                    void groups(List<Order> orders) { for (Order each : orders) { lockLines(each.sortedLines()); } }
                    void unknown(Order order) { for (Line line : order.lines()) { locks.acquire(line.id()); } }
                    void kinds(Long orderId, Long customerId) { locks.acquire(orderId); locks.acquire(customerId); }
                    void compared(Long fromId, Long toId) {
                        boolean less = fromId < toId;
                        locks.acquire(less ? fromId : toId);
                        locks.acquire(less ? toId : fromId);
                    }
                }
                """);
        nothing();
        java("Careless", """
                class Careless {
                    LockManager locks;
                    void all(String... names) { for (String name : names) { locks.acquire(name); } }
                }
                """);
        only(Rule.UNORDERED_LOCKS);
    }

    @Test
    void rowsInOrder_orPassedOver_areNoMistake() {
        Samples.write(folder, "db/pick.sql", """
                SELECT id FROM job WHERE id IN (:ids) ORDER BY id FOR UPDATE;
                SELECT id FROM job WHERE state IN (:states) FOR UPDATE SKIP LOCKED;
                SELECT id FROM job WHERE id = :id FOR UPDATE;
                """);
        nothing();
    }

    @Test
    void tests_areLookedAtOnlyIfAskedFor() {
        Samples.write(folder, "src/test/java/app/LoopTest.java", """
                class LoopTest { LockManager locks; void run(List<String> names) { names.forEach(locks::acquire); } }
                """);
        java("LoopContract", """
                interface LoopContract {
                    @Test default void all(LockManager locks, List<String> names) { names.forEach(locks::acquire); }
                }
                """);
        nothing();
        assertThat(Samples.found(new Audit(folder, "", Set.of(Rule.values()), true)))
                .containsExactly(
                        "src/main/java/app/LoopContract.java:3 unordered-locks",
                        "src/test/java/app/LoopTest.java:1 unordered-locks");
    }
}
