package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where hooks may call. */
class AllowedAddressesTest {
    private static final AllowedAddresses NAMED = AllowedAddresses.of(List.of("hooks.example.org", "*.example.net"));

    @ParameterizedTest
    @CsvSource({
        "hooks.example.org, 93.184.216.34, true",
        "HOOKS.example.org, 93.184.216.34, true",
        "a.example.net, 93.184.216.34, true",
        "example.net, 93.184.216.34, false",
        "badexample.net, 93.184.216.34, false",
        "hooks.example.org.evil.org, 93.184.216.34, false",
        "other.example.org, 93.184.216.34, false",
        "hooks.example.org, 2606:2800:220:1:248:1893:25c8:1946, true"
    })
    void aListedName_standsForItsPublicAddresses(String host, String address, boolean may) throws Exception {
        assertThat(NAMED.permits(host, InetAddress.getByName(address), true)).isEqualTo(may);
        assertThat(NAMED.permits(host, InetAddress.getByName(address), false)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "0.0.0.0",
                "10.0.0.1",
                "100.64.0.1",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "192.0.0.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "fe80::1",
                "fc00::1",
                "fd12:3456::1",
                "ff02::1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::",
                "2001::1",
                "2001:db8::1"
            })
    void aListedName_thatLeadsInside_isRefused(String address) throws Exception {
        assertThat(NAMED.permits("hooks.example.org", InetAddress.getByName(address), true))
                .isFalse();
    }

    @Test
    void aListedRange_isAllowedByAnyName_withAndWithoutTls() throws Exception {
        AllowedAddresses inside = AllowedAddresses.of(List.of("10.1.0.0/16", "::1"));
        assertThat(inside.permits("any", InetAddress.getByName("10.1.255.255"), false))
                .isTrue();
        assertThat(inside.permits("any", InetAddress.getByName("10.2.0.0"), true))
                .isFalse();
        assertThat(inside.permits("any", CidrBlock.known("::1").network(), true))
                .isTrue();
        assertThat(inside.permits("any", CidrBlock.known("::2").network(), true))
                .isFalse();
    }

    @Test
    void nothingListed_allowsNothing() throws Exception {
        AllowedAddresses none = AllowedAddresses.of(List.of());
        assertThat(none.permits("hooks.example.org", InetAddress.getByName("93.184.216.34"), true))
                .isFalse();
        assertThatThrownBy(() -> none.resolve("127.0.0.1", true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has not allowed");
    }

    /** Other ways to write an address of this machine must not lead to it. */
    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "0"})
    void otherWaysToWriteTheLoopbackAddress_areRefused(String host) {
        assertThatThrownBy(() -> AllowedAddresses.of(List.of("localhost")).resolve(host, true))
                .isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.0.0.0/33", "1.2.3", "http://example.org", "*", "a b", "exa*mple.org", "::/129"})
    void anEntryThatIsNeitherNameNorRange_isAMistake(String entry) {
        assertThatThrownBy(() -> AllowedAddresses.of(List.of(entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write");
    }

    @Test
    void aNameWithoutAddress_isSaidInASentence() {
        assertThatThrownBy(() -> NAMED.resolve("unknown.invalid", true))
                .isInstanceOf(IOException.class)
                .hasMessage("The name unknown.invalid of the receiver cannot be resolved.");
    }
}
