package dev.holdfast.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.internal.json.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that people wrote are changed in few places, and changed back. */
final class HookSettingsTest {
    private static SettingsText installed(String text) {
        return HookSettings.with(
                HookSettings.without(new SettingsText(text)), AssistantKind.CLAUDE.hooks("holdfast hook"));
    }

    private static final String WITH_OTHERS = """
            {
                // what we may do
                "permissions": { "allow": ["Bash(ls:*)", "Read"] }, /* more to come */
                "hooks": {
                    "PreToolUse": [
                        {
                            "matcher": "Bash", // only these
                            "hooks": [{ "type": "command", "command": "./check.sh" }]
                        } // ours
                    ],
                    "Stop": []
                },
                "model": "best",
            }
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                WITH_OTHERS,
                "{\n  \"model\": \"x\"\n}\n",
                "{\n\t\"model\": \"x\",\n\t\"hooks\": {\n\t\t\"Stop\": []\n\t}\n}",
                "{\r\n  \"model\": \"x\" // why\r\n}\r\n",
                "{\"model\":\"x\"}",
                "{\"hooks\":{\"PreToolUse\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"a\"}]}]}}",
                "// first\n{\n  \"a\": [1, 2, ], // odd\n}\n"
            })
    void remove_afterInstall_leavesTheTextAsItWas(String text) {
        SettingsText with = installed(text);
        assertThat(with.text()).contains("holdfast hook");
        assertThat(HookSettings.without(with).text()).isEqualTo(text);
    }

    @Test
    void install_twice_isTheSameAsOnce() {
        String once = installed(WITH_OTHERS).text();
        assertThat(installed(once).text()).isEqualTo(once);
    }

    @Test
    void install_withOtherOptions_replacesTheEarlierOne() {
        String once = installed(WITH_OTHERS).text();
        SettingsText other = HookSettings.with(
                HookSettings.without(new SettingsText(once)),
                AssistantKind.CLAUDE.hooks("/opt/holdfast hook --take all"));
        assertThat(other.text()).contains("/opt/holdfast hook --take all").doesNotContain("\"holdfast hook\"");
        assertThat(HookSettings.without(other).text()).isEqualTo(WITH_OTHERS);
    }

    @Test
    void install_keepsCommentsAndOtherHooks_whereTheyWere() {
        assertThat(installed(WITH_OTHERS).text())
                .contains(
                        "// what we may do",
                        "/* more to come */",
                        "\"matcher\": \"Bash\", // only these",
                        "{ \"type\": \"command\", \"command\": \"./check.sh\" }",
                        "}, // ours\n            {\n                \"matcher\": \"^(Edit|")
                .startsWith(WITH_OTHERS.substring(0, 100));
    }

    @Test
    void install_intoNothing_isPlainJsonWithAllEvents() {
        Map<?, ?> hooks = (Map<?, ?>) Json.readObject(installed("{}\n").text()).get("hooks");
        assertThat(hooks.keySet().stream().map(String::valueOf))
                .containsExactly("PreToolUse", "SessionStart", "SubagentStop", "SessionEnd");
        assertThat(HookSettings.without(installed("{}\n")).text()).isEqualTo("{}\n");
    }

    @Test
    void remove_ofOneAmongSeveralCommands_leavesTheOthers() {
        String text = """
                {"hooks": {"PreToolUse": [{"matcher": "x", "hooks": [
                  {"command": "a"}, {"command": "holdfast hook --take all"}, {"command": "b"}]}]}}""";
        assertThat(HookSettings.without(new SettingsText(text)).text())
                .contains("\"a\"", "\"b\"")
                .doesNotContain("holdfast");
    }

    @Test
    void ours_areTheCommandsThatCallIt() {
        List<String> ours = List.of("holdfast hook", "/opt/x/holdfast hook --take all", "'/a b/holdfast' hook");
        List<String> others = List.of("holdfast hooks", "./holdfast-check hook", "echo holdfast", "myholdfasthook");
        assertThat(ours).allMatch(HookSettings::isOurs);
        assertThat(others).noneMatch(HookSettings::isOurs);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"hooks\":[]}",
                "{\"hooks\":{\"PreToolUse\":{}}}",
                "{",
                "{\"a\" 1}",
                "{\"a\":1} x",
                "{a:1}"
            })
    void otherShapes_areRefused(String text) {
        assertThatThrownBy(() -> installed(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
