package dev.holdfast.internal.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.internal.base.StoreAddress.HostPort;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreAddressTest {
    private static final String EXAMPLE = "Write redis://localhost:6379.";

    private static StoreAddress parse(String address) {
        return StoreAddress.parse(address, 6379, EXAMPLE);
    }

    @Test
    void parse_everything_isTakenApart() {
        StoreAddress address = parse("redis://ann:p%40ss+:word@one:7000,[::1]:7001,two/a%2Fb/c?timeout=2s&x=1%262");
        assertThat(address.scheme()).isEqualTo("redis");
        assertThat(address.user()).isEqualTo("ann");
        assertThat(address.password()).hasToString("…");
        assertThat(address.password(Encryption.CHECKED, "")).isEqualTo("p@ss+:word");
        assertThat(address.hosts())
                .containsExactly(new HostPort("one", 7000), new HostPort("::1", 7001), new HostPort("two", 6379));
        assertThat(address.path()).isEqualTo("a/b/c");
        assertThat(address.duration("timeout", Duration.ZERO)).isEqualTo(Duration.ofSeconds(2));
        assertThat(address.option("x", "")).isEqualTo("1&2");
        assertThat(address.option("y", "none")).isEqualTo("none");
    }

    @Test
    void toString_showsNoSecret() {
        assertThat(parse("redis://ann:secret@one/db?key=secret")).hasToString("redis://one:6379/db");
        assertThat(parse("redis://[::1]")).hasToString("redis://[::1]:6379");
    }

    @ParameterizedTest
    @CsvSource({
        "redis:one, does not begin with a scheme",
        "redis://, is not a host",
        "redis://:80, is not a host",
        "redis://one:x, is not a host",
        "redis://one:70000, is not a host",
        "'redis://one,,two', is not a host",
        "redis://one?x, is not an option",
        "redis://u:p/w@one, has an @ behind its host",
        "redis://u:p?w@one, has an @ behind its host",
        "redis://u:6379/w@one/db, has an @ behind its host",
        "redis://one?x=a@b, has an @ behind its host",
        "redis://one?x=1&x=2, is given twice",
        "redis://one/%zz, percent sign"
    })
    void parse_nonsense_showsAnExample(String address, String what) {
        assertThatThrownBy(() -> parse(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(what)
                .hasMessageEndingWith(EXAMPLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://ann:s3cr3t/tail?more@end@one:x/db",
                "redis://ann:s3cr3t%zz@one",
                "redis://ann:s3cr3t:more@one:more",
                "redis://ann:s3cr3t@one?timeout",
                "redis://one;password=s3cr3t",
                "redis://one/db;password=s3cr3t",
                "redis://one/db?x=5s;password=s3cr3t"
            })
    void message_quotesNoPieceOfAPassword(String address) {
        assertThatThrownBy(() -> parse(address).requireKnown(Set.of("x")))
                .satisfies(failure -> assertThat(failure.getMessage() + failure.getCause())
                        .doesNotContain("s3cr3t", "tail", "more", "end@"));
    }

    @ParameterizedTest
    @CsvSource({
        "redis://one:1/db, redis://one:1/db",
        "redis://ann:p/w@x:#%@one:1/db?key=secret, redis://…@one:1/db?…",
        "redis://ann:p/w?d@x:#%@one:1/db?key=secret, redis://…",
        "redis://one?password=secret@tail, redis://…",
        "redis://one?password=secret, redis://one?…",
        "h2:locks;PASSWORD=secret, h2:locks;…",
        "jdbc:h2:locks;PASSWORD=secret@tail, jdbc:…",
        "sqlite:locks.db?key=secret, sqlite:locks.db?…",
        "sqlite:/home/ann@work/a;b.db, sqlite:/home/ann@work/a;b.db",
        "postgresql:ann:secret@one, postgresql:…@one",
        "ann:secret@one, ann:…@one",
        "secret@one, …@one",
        "file:/home/ann@work/.locks, file:/home/ann@work/.locks",
        "no such store, no such store"
    })
    void location_showsNoSecret(String address, String shown) {
        StoreLocation location = StoreLocation.of(address);
        assertThat(location).hasToString(shown).isEqualTo(StoreLocation.of(address));
        assertThat(location.withSecrets()).isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource({
        "--stroe=redis://ann:secret@one, --stroe=redis://…@one",
        "--stroe=h2:locks;PASSWORD=secret, --stroe=h2:locks;…",
        "'why: is it so?', 'why: is it so?'",
        "ann@example.org, ann@example.org"
    })
    void word_showsNoSecretOfAnAddress(String word, String shown) {
        assertThat(StoreLocation.shown(word)).isEqualTo(shown);
    }

    @Test
    void options_unknownOrWrong_areNamed() {
        assertThatThrownBy(() -> parse("redis://u:secret@one?tiemout=2s").requireKnown(Set.of("timeout", "tls")))
                .hasMessage(
                        "The address redis://one:6379 has an unknown option 'tiemout'; these are known: insecure-password, timeout, tls.");
        assertThatThrownBy(() -> parse("redis://one?tls=maybe").flag("tls", false))
                .hasMessageContaining("is on or off, not 'maybe'");
        assertThat(parse("redis://one?tls=on").flag("tls", false)).isTrue();
        assertThat(parse("redis://one").flag("tls", true)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://ann:word@localhost",
                "redis://ann:word@127.0.0.1",
                "redis://ann:word@[::1],LOCALHOST,127.8.0.1",
                "redis://ann:word@db.example.org?insecure-password=on"
            })
    void password_toThisMachineOrAsAccepted_needsNoTls(String address) {
        for (Encryption encryption : Encryption.values()) {
            assertThat(parse(address).password(encryption, "no")).isEqualTo("word");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://ann:word@db",
                "redis://:word@localhost,db",
                "redis://ann:word@127.0.0.1.example.org",
                "redis://ann:word@0.0.0.0",
                "redis://ann:word@localhost.",
                "redis://ann:word@db?insecure-password=off"
            })
    void password_toAnotherMachine_needsTlsThatChecks(String text) {
        StoreAddress address = parse(text);
        assertThat(address.password(Encryption.CHECKED, "no")).isEqualTo("word");
        assertThatThrownBy(() -> address.password(Encryption.NONE, "begin it with rediss://"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The password for " + address + " could be read on its way")
                .hasMessageContaining("not sure to be encrypted. Use TLS: begin it with rediss://.")
                .hasMessageContaining("add the option insecure-password=on")
                .hasMessageNotContaining("word@");
        assertThatThrownBy(() -> address.password(Encryption.UNCHECKED, "no"))
                .hasMessageContaining("certificate of the server is not checked");
    }

    @Test
    void userWithoutPassword_isNotRefused() {
        assertThat(parse("redis://ann@db").password(Encryption.NONE, "no")).isEmpty();
    }

    @Test
    void insecurePassword_isKnownToEveryStore_andOnOrOff() {
        parse("redis://db?insecure-password=on").requireKnown(Set.of());
        StoreAddress unclear = parse("redis://ann:word@db?insecure-password=perhaps");
        assertThatThrownBy(() -> unclear.password(Encryption.NONE, "no")).hasMessageContaining("is on or off");
    }
}
