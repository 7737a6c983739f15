package dev.holdfast.it.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.CommandCall;
import dev.holdfast.spi.StoreProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No store sends the password of its address over a network where others could read it, unless the address accepts that. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PasswordWayTest {
    private static final int USAGE = 64;
    private static final int UNAVAILABLE = 69;
    /** Stores without a server, and a server of Holdfast, whose addresses have no password. */
    private static final Set<String> WITHOUT_PASSWORD = Set.of("memory", "file", "files", "dir", "sqlite");

    /** Of each engine: a server that is not this machine by name and that nobody runs, and how to reach it by TLS. */
    private static final Map<String, String> REMEDIES = Map.of(
            "postgresql://ann:seesaw@0.0.0.0:1/locks?timeout=500ms", "sslmode=verify-full",
            "mariadb://ann:seesaw@0.0.0.0:1/locks?timeout=500ms", "sslMode=verify-full",
            "redis://ann:seesaw@0.0.0.0:1?timeout=500ms", "rediss://",
            "redis-cluster://ann:seesaw@0.0.0.0:1?timeout=500ms", "rediss-cluster://",
            "redis-sentinel://ann:seesaw@0.0.0.0:1?master=m&timeout=500ms", "rediss-sentinel://",
            "h2://ann:seesaw@0.0.0.0:1/locks?timeout=500ms", "insecure-password=on",
            "etcd://ann:seesaw@0.0.0.0:1?timeout=500ms", "etcds://",
            "zookeeper://ann:seesaw@0.0.0.0:1?timeout=500ms", "tls=on");

    @TempDir
    Path folder;

    @BeforeEach
    void project() throws Exception {
        Files.createDirectories(folder.resolve(".git"));
    }

    static List<Map.Entry<String, String>> engines() {
        return new ArrayList<>(REMEDIES.entrySet());
    }

    @Test
    void everyEngine_isTried() {
        Set<String> tried = new TreeSet<>(Set.of("rediss", "rediss-cluster", "rediss-sentinel", "etcds"));
        REMEDIES.keySet().forEach(address -> tried.add(address.substring(0, address.indexOf(':'))));
        Set<String> known = new TreeSet<>();
        java.util.ServiceLoader.load(StoreProvider.class).forEach(provider -> known.addAll(provider.schemes()));
        known.removeAll(WITHOUT_PASSWORD);
        assertThat(tried).isEqualTo(known);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void password_inClearTextToAnotherMachine_isRefusedWithWhatToWrite(Map.Entry<String, String> engine) {
        CommandCall refused = acquire(engine.getKey());
        assertThat(refused.code()).as(refused.err()).isEqualTo(USAGE);
        assertThat(refused.err())
                .contains("could be read on its way")
                .contains(engine.getValue())
                .contains("insecure-password=on")
                .doesNotContain("seesaw");
    }

    /** The engines whose driver comes with the command. */
    static List<Map.Entry<String, String>> enginesAtHand() {
        return engines().stream()
                .filter(engine -> !engine.getKey().startsWith("h2:"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("enginesAtHand")
    void password_thatIsAcceptedOrStaysOnThisMachine_isSent(Map.Entry<String, String> engine) {
        String accepted = engine.getKey() + "&insecure-password=on";
        String local = engine.getKey().replace("0.0.0.0", "127.0.0.1");
        for (String address : List.of(accepted, local)) {
            CommandCall tried = acquire(address);
            assertThat(tried.code()).as(tried.err()).isEqualTo(UNAVAILABLE);
        }
    }

    private CommandCall acquire(String address) {
        return CommandCall.in(folder, Map.of("HOLDFAST_STORE", address), "acquire", "a", "--owner", "Ann");
    }
}
