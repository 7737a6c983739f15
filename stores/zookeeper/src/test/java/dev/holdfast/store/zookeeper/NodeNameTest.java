package dev.holdfast.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.zookeeper.common.PathUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeNameTest {

    @ParameterizedTest
    @CsvSource({
        "Chapter_03, Chapter_03",
        "a b, a b",
        "policy/12, policy%2F12",
        "100%, 100%25",
        "., %2E",
        ".., %2E.",
        "a.b., a.b.",
        "caf\u00e9, caf%E9",
        "\u20ac, %u20AC"
    })
    void name_isReadable(String name, String node) {
        assertThat(NodeName.encode(name)).isEqualTo(node);
        assertThat(NodeName.decode(node)).isEqualTo(name);
    }

    @Test
    void name_ofAnyUnits_isAPathAndReadBack() {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c <= 0xFFFF; c++) {
            String name = all.append((char) c).substring(Math.max(0, c - 2));
            String node = NodeName.encode(name);
            PathUtils.validatePath("/" + node);
            assertThat(NodeName.decode(node)).isEqualTo(name);
        }
        assertThat(NodeName.decode(NodeName.encode(""))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%4", "%zz", "%41", "%u0041", "caf\u00e9", "%%", ".a", "%u20aC"})
    void node_ofAnother_isNone(String node) {
        assertThat(NodeName.decode(node)).isNull();
    }
}
