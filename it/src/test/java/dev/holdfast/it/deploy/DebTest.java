package dev.holdfast.it.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.LongTest;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The Debian package: built, installed into a folder, used, upgraded, removed and purged. */
@EnabledIf("canInstall")
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DebTest {
    @TempDir
    private static Path folder;

    private static Path deb;
    private static Path root;

    static boolean canInstall() {
        return Command.installed("dpkg-deb") && "root".equals(System.getProperty("user.name"));
    }

    static boolean canMakeARoot() {
        return Command.installed("mmdebstrap");
    }

    static boolean hasSystemd() {
        return Command.installed("systemd-analyze");
    }

    @BeforeAll
    static void build() throws Exception {
        String built = Command.run(
                Command.ROOT,
                Map.of(),
                List.of("deploy/deb/build", folder.resolve("built").toString(), "cli/target"));
        deb = Path.of(built.lines().reduce((first, second) -> second).orElseThrow());
        root = folder.resolve("root");
        for (String needed : List.of("var/lib/dpkg/info", "var/lib/dpkg/updates", "etc", "var/lib")) {
            Files.createDirectories(root.resolve(needed));
        }
        Files.writeString(root.resolve("var/lib/dpkg/status"), "");
        for (String accounts : List.of("passwd", "group", "shadow", "gshadow")) {
            Files.writeString(root.resolve("etc").resolve(accounts), "");
        }
    }

    /** Calls dpkg for the folder. The scripts of the package run outside of it, and are told of it. */
    private static String dpkg(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "dpkg",
                "--root=" + root,
                "--force-script-chrootless,depends,not-root",
                "--log=" + folder.resolve("dpkg.log")));
        command.addAll(List.of(words));
        return Command.run(folder, Map.of("LC_ALL", "C.UTF-8"), command);
    }

    @Test
    void installed_used_upgraded_removed_andPurged() throws Exception {
        dpkg("--install", deb.toString());
        assertThat(Files.readString(root.resolve("etc/passwd"))).contains("holdfast:x:", ":/var/lib/holdfast:");
        Path command = root.resolve("usr/bin/holdfast");
        Map<String, String> elsewhere = Map.of(
                "HOME",
                folder.toString(),
                "XDG_CACHE_HOME",
                folder.resolve("cache").toString());
        assertThat(Command.run(folder, elsewhere, List.of(command.toString(), "--version")))
                .contains("holdfast ");
        String store = "sqlite:" + root.resolve("var/lib/holdfast/locks.db");
        Files.createDirectories(root.resolve("var/lib/holdfast"));
        Command.run(
                folder,
                elsewhere,
                List.of(command.toString(), "acquire", "policy/1", "--owner", "Anna", "--store", store));
        assertServes(command, store, elsewhere);
        assertThat(Files.getPosixFilePermissions(root.resolve("etc/holdfast/holdfast.env")))
                .as("it may hold secrets")
                .hasSize(2);
        assertThat(root.resolve("usr/share/doc/holdfast/docs/operations.md")).exists();
        assertThat(root.resolve("usr/share/man/man1/holdfast.1.gz")).isNotEmptyFile();

        Files.writeString(root.resolve("etc/holdfast/holdfast.env"), "HOLDFAST_LOG=json\n");
        dpkg("--install", deb.toString());
        assertThat(Files.readString(root.resolve("etc/holdfast/holdfast.env")))
                .as("what the operator wrote stays")
                .isEqualTo("HOLDFAST_LOG=json\n");

        dpkg("--remove", "holdfast");
        assertThat(command).doesNotExist();
        assertThat(root.resolve("var/lib/holdfast/locks.db"))
                .as("the locks stay")
                .exists();
        dpkg("--purge", "holdfast");
        assertThat(root.resolve("var/lib/holdfast")).doesNotExist();
        assertThat(root.resolve("etc/holdfast")).doesNotExist();
        assertThat(Files.readString(root.resolve("etc/passwd"))).doesNotContain("holdfast");
    }

    @Test
    @LongTest("builds the command; with built jars in every check, by installed_used_upgraded_removed_andPurged")
    void builtWithoutJars_buildsTheCommandFirst() throws Exception {
        String built = Command.run(
                Command.ROOT,
                Map.of(),
                List.of("deploy/deb/build", folder.resolve("whole").toString()));
        Path whole = Path.of(built.lines().reduce((first, second) -> second).orElseThrow());
        assertThat(Command.run(folder, Map.of(), List.of("dpkg-deb", "--contents", whole.toString())))
                .contains("usr/lib/holdfast/holdfast.jar", "usr/share/man/man1/holdfast.1.gz");
    }

    /** Starts the server as the unit does, and asks it. */
    private static void assertServes(Path command, String store, Map<String, String> environment) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        ProcessBuilder builder = new ProcessBuilder(
                        command.toString(), "serve", "--port", String.valueOf(port), "--store", store)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("serve.log").toFile());
        builder.environment().putAll(environment);
        Process serving = builder.start();
        try {
            HttpRequest health = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health"))
                    .build();
            Awaitility.await()
                    .atMost(2, TimeUnit.MINUTES)
                    .ignoreException(ConnectException.class)
                    .untilAsserted(() -> assertThat(HttpClient.newHttpClient()
                                    .send(health, HttpResponse.BodyHandlers.ofString())
                                    .statusCode())
                            .isEqualTo(200));
        } finally {
            serving.destroy();
            assertThat(serving.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    @EnabledIf("hasSystemd")
    void unit_isAccepted_andExposesLittle() throws Exception {
        Path unpacked = folder.resolve("unpacked");
        Command.run(folder, Map.of(), List.of("dpkg-deb", "-x", deb.toString(), unpacked.toString()));
        Path unit = unpacked.resolve("usr/lib/systemd/system/holdfast.service");
        assertThat(Files.readString(unit)).contains("ExecStart=/usr/bin/holdfast serve");
        // The binary that it names is not on this machine: everything else must be right.
        Path here = folder.resolve("holdfast.service");
        Files.writeString(here, Files.readString(unit).replace("/usr/bin/holdfast serve", "/bin/true serve"));
        assertThat(Command.run(folder, Map.of(), List.of("systemd-analyze", "verify", here.toString()))
                        .lines()
                        .filter(line -> line.contains("holdfast.service")))
                .isEmpty();
        Command.run(
                folder,
                Map.of(),
                List.of("systemd-analyze", "security", "--offline=true", "--threshold=20", here.toString()));
    }

    @Test
    @EnabledIf("canMakeARoot")
    @LongTest("makes a Debian of its own; covered by installed_used_upgraded_removed_andPurged in every check")
    void installed_inADebianOfItsOwn_isUsedAndRemoved() throws Exception {
        Path script = folder.resolve("use");
        Files.writeString(script, """
                #!/bin/sh
                set -eu
                cp "$2" "$1/tmp/holdfast.deb"
                chroot "$1" sh -euc '
                    apt-get install -y --no-install-recommends /tmp/holdfast.deb >&2
                    id holdfast
                    holdfast --version
                    su -s /bin/sh holdfast -c "cd /tmp && holdfast acquire policy/1 --owner Anna --store sqlite:/tmp/locks.db"
                    apt-get purge -y holdfast >&2
                    ! id holdfast 2>/dev/null
                    ! command -v holdfast
                    echo used and removed'
                """);
        Command.run(folder, Map.of(), List.of("chmod", "+x", script.toString()));
        assertThat(Command.run(
                        folder,
                        Map.of(),
                        List.of(
                                "mmdebstrap",
                                "--variant=minbase",
                                "--customize-hook=" + script + " \"$1\" " + deb,
                                "bookworm",
                                "/dev/null")))
                .contains("used and removed");
    }
}
