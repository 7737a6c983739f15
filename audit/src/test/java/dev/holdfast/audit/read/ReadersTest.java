package dev.holdfast.audit.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.audit.code.Call;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Phrase;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.Setting;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.code.TypeName;
import dev.holdfast.audit.names.Words;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read out of files. */
final class ReadersTest {
    private static MethodFacts method(String... files) {
        List<TypeFacts> types = new ArrayList<>();
        for (String file : files) {
            types.addAll(new JavaReader().read(file, "A.java"));
        }
        return new Project(types, List.of(), List.of()).types().get(0).methods().get(0);
    }

    private static Call call(MethodFacts method, String name) {
        return method.calls()
                .filter(call -> call.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void call_knowsWhatItIsCalledOn() {
        MethodFacts method = method("""
                class A extends B {
                    Repo field;
                    void run(Par par) {
                        var local = new Loc();
                        field.one();
                        this.field.two();
                        par.three();
                        local.four();
                        Type.five();
                        above.six();
                    }
                }
                """, "class B { Above above; }");
        assertThat(method.calls().map(call -> call.type().simple()))
                .containsExactly("Repo", "Repo", "Par", "Loc", "Type", "Above");
    }

    @Test
    void types_areNamedWithoutPackagesAndAnnotations() {
        TypeFacts type = new JavaReader()
                .read("class A { java.util.Map<@X(\"<,>\") String, ? extends Lock[]> map; int[] counts; }", "A.java")
                .get(0);
        TypeName map = type.fields().get(0).type();
        assertThat(map.simple()).isEqualTo("Map");
        assertThat(map.argument(0).simple()).isEqualTo("String");
        assertThat(map.argument(1).simple()).isEqualTo("Lock[]");
        assertThat(map.argument(2).known()).isFalse();
        assertThat(type.fields().get(1).type().simple()).isEqualTo("int[]");
    }

    @Test
    void call_knowsItsLoopAndItsResult() {
        MethodFacts method = method("""
                class A {
                    void run(java.util.List<String> names) {
                        for (String name : names) { one(name); }
                        for (int i = 0; i < names.size(); i++) { two(); }
                        while (three()) { four(); }
                        names.stream().sorted().forEach(name -> five(name));
                        names.forEach(this::six);
                        Object seven = (Object) seven().get().orElse(null);
                        try { } catch (Exception e) { eight(); }
                    }
                }
                """);
        assertThat(call(method, "one").loop().over()).isEqualTo("names");
        assertThat(call(method, "two").loop().over()).isEqualTo("names");
        assertThat(call(method, "three").loop().condition()).isEqualTo("three()");
        assertThat(call(method, "four").loop().repeats()).isTrue();
        assertThat(call(method, "five").loop().over()).isEqualTo("names.stream().sorted()");
        assertThat(call(method, "six").loop().over()).isEqualTo("names");
        assertThat(call(method, "seven").loop()).isNull();
        assertThat(call(method, "seven").result()).isEqualTo("seven");
        assertThat(call(method, "eight").caught()).isTrue();
    }

    @Test
    void texts_areJoinedAndConstantsPutIn() {
        MethodFacts method = method("""
                class A {
                    private static final String TABLE = "policy";
                    private String sweep = "DELETE FROM " + TABLE;
                    void run(Object jdbc, long id) {
                        jdbc.update("UPDATE " + TABLE + " SET x = " + id);
                        jdbc.update(Sql.LOCK);
                        jdbc.update(sweep);
                        jdbc.update(""\"
                            SELECT 1
                            FROM x""\");
                    }
                }
                """, "interface Sql { String LOCK = \"SELECT 1 FROM y FOR UPDATE\"; }");
        assertThat(method.phrases().map(Phrase::text))
                .containsExactly(
                        "UPDATE policy SET x = ?",
                        "SELECT 1 FROM y FOR UPDATE",
                        "DELETE FROM policy",
                        "SELECT 1\nFROM x");
    }

    @ParameterizedTest
    @CsvSource({
        "'class A { void x( { } }'",
        "'class A {'",
    })
    void whatIsNoJava_isRefusedWithItsLine(String text) {
        assertThatThrownBy(() -> new JavaReader().read(text, "A.java"))
                .isInstanceOf(UnreadableException.class)
                .hasMessageStartingWith("line 1: ");
    }

    @Test
    void newAndOldJava_areBothRead() {
        assertThat(new JavaReader().read("record A(int x) { A { if (x < 0) { throw new Error(); } } }", "A.java"))
                .hasSize(1);
        assertThat(new JavaReader()
                        .read(
                                "sealed interface A permits B {}\nrecord B(Object o) implements A { int f() {"
                                        + " return switch (o) { case String s when s.isEmpty() -> 1; default -> 2; }; } }",
                                "A.java"))
                .hasSize(2);
        assertThat(new JavaReader().read("class A { int _ = 1; void yield() {} }", "A.java"))
                .hasSize(1);
    }

    @Test
    void properties_haveLinesAndGoOn() {
        assertThat(PropertiesReader.read("# a\na.b = 1\nc: x \\\n  y\n\n!d=2\ne 3\n", "a.properties"))
                .extracting(setting -> setting.place().line() + " " + setting.key() + "=" + setting.value())
                .containsExactly("2 a.b=1", "3 c=x y", "7 e=3");
    }

    @Test
    void yaml_isFlattened() {
        assertThat(YamlReader.read("a:\n  b: 1\n  c: [x, y]\n---\nd: 'e'\n", "a.yml"))
                .extracting(setting -> setting.place().line() + " " + setting.key() + "=" + setting.value())
                .containsExactly("2 a.b=1", "3 a.c=x", "3 a.c=y", "5 d=e");
        assertThat(YamlReader.read("a: {{ .Values.x }}\n", "template.yaml")).isEmpty();
        for (int before = 1_000; before < 1_060; before++) {
            String text = "# " + "x".repeat(before) + "\uD83D\uDE00".repeat(3) + "\na: 1\n";
            assertThat(YamlReader.read(text, "a.yml"))
                    .as("an emoji after %d", before)
                    .hasSize(1);
        }
        assertThatThrownBy(() -> YamlReader.read("[".repeat(200_000), "a.yml")).isInstanceOf(UnreadableException.class);
    }

    @Test
    void xml_isReadWithoutFetchingAnything() {
        XmlReader xml = new XmlReader("META-INF/persistence.xml");
        xml.read("""
                <?xml version="1.0"?>
                <!DOCTYPE p SYSTEM "http://localhost:1/none.dtd">
                <p><property name="a" value="1"/></p>
                """);
        assertThat(xml.settings()).extracting(Setting::key).containsExactly("a");
    }

    @ParameterizedTest
    @CsvSource({
        "Policy, policy",
        "policies, policy",
        "T_POLICY, policy",
        "app.LineItems, lineitem",
        "address, address",
        "addresses, address",
        "boxes, box"
    })
    void names_ofOneThing_haveOneKey(String name, String key) {
        assertThat(Words.key(name)).isEqualTo(key);
    }

    @Test
    void words_ofNames() {
        assertThat(Words.of("lockedByHTTPUser_id2")).containsExactly("locked", "by", "http", "user", "id2");
        assertThat(Words.has("blockClock", "lock")).isFalse();
    }
}
