package dev.holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.internal.base.StoreAddress.HostPort;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisSettingsTest {

    @Test
    void address_withEverything_isUnderstood() {
        RedisSettings settings = RedisSettings.of("rediss://ann:s%40crat@db.example:7000/3?timeout=2s&prefix=news:desk"
                + "&wait=2&eviction=warn&persistence=refuse&quiet=1s&ca=ca.pem&cert=me.pem&key=me.key");
        assertThat(settings.server()).hasToString("db.example:7000");
        assertThat(settings.tls()).isTrue();
        assertThat(settings.database()).isEqualTo(3);
        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.tag()).isEqualTo("{news:desk}");
        assertThat(settings.replicas()).isEqualTo(2);
        assertThat(settings.eviction()).isEqualTo(Concern.WARN);
        assertThat(settings.persistence()).isEqualTo(Concern.REFUSE);
        assertThat(settings.quiet()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.shown()).isEqualTo("rediss://db.example:7000/3?prefix=news:desk");
    }

    @Test
    void address_withTheHostAlone_hasSafeDefaults() {
        RedisSettings settings = RedisSettings.of("redis://localhost");
        assertThat(settings.server()).hasToString("localhost:6379");
        assertThat(settings.tls()).isFalse();
        assertThat(settings.database()).isZero();
        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.replicas()).isZero();
        assertThat(settings.eviction()).isEqualTo(Concern.REFUSE);
        assertThat(settings.persistence()).isEqualTo(Concern.WARN);
        assertThat(settings.quiet()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.shown()).isEqualTo("redis://localhost:6379");
    }

    @Test
    void address_ofSentinels_isUnderstood() {
        RedisSettings settings =
                RedisSettings.of("rediss-sentinel://ann:word@s1,s2:26380/2?master=desk&sentinel-login=on&prefix=news");
        assertThat(settings.address().hosts()).hasToString("[s1:26379, s2:26380]");
        assertThat(settings.master()).isEqualTo("desk");
        assertThat(settings.database()).isEqualTo(2);
        assertThat(settings.sentinelLogin()).isTrue();
        assertThat(settings.tls()).isTrue();
        assertThat(settings.shown()).isEqualTo("rediss-sentinel://s1:26379,s2:26380/2?master=desk&prefix=news");
    }

    @Test
    void password_isNotSentToAServerElsewhereThatASentinelNames() {
        RedisSettings settings = RedisSettings.of("redis-sentinel://:secret@127.0.0.1?master=desk");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.password(List.of(new HostPort("db.example", 6379))))
                .withMessageContaining("rediss-sentinel://")
                .withMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "redis://h/x,                  number of the database",
        "redis://h/-1,                 number of the database",
        "redis://h?wait=some,          option wait",
        "redis://h?color=red,          unknown option 'color'",
        "redis://h?eviction=maybe,     'refuse, warn or ignore'",
        "redis://h?persistence=never,  'refuse, warn or ignore'",
        "redis://h?prefix={x},         letters",
        "redis://h?timeout=0s,         no time",
        "'redis://a,b',                several servers",
        "redis://h?ca=x.pem,           rediss://",
        "rediss://h?cert=x.pem,        both",
        "redis://:secret@h:0,          not a host",
        "redis:h,                      scheme",
        "'redis-sentinel://a,b',       option master",
        "redis-sentinel://a?master=x;y, option master",
        "redis-cluster://a?master=x,   unknown option 'master'",
        "redis-cluster://a/1,          only the database 0",
        "redis-cluster://:secret@db.example, rediss-cluster://",
        "redis-sentinel://:secret@db.example?master=m, rediss-sentinel://",
        "'redis-cluster://a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a', at most 16",
        "redis-cluster://a?ca=x.pem,   rediss-cluster://",
    })
    void address_thatMakesNoSense_isRefusedWithWhatToWrite(String address, String expected) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisSettings.of(address))
                .withMessageContaining(expected)
                .withMessageNotContaining("secret");
    }
}
