package dev.holdfast.audit.read;

import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.code.Setting;
import dev.holdfast.audit.sql.SqlScript;
import dev.holdfast.audit.sql.SqlStatement;
import dev.holdfast.audit.sql.SqlStatement.Column;
import dev.holdfast.audit.sql.SqlStatement.Kind;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the properties of {@code persistence.xml}, the session of {@code web.xml}, the tables of Liquibase and the statements of
 * MyBatis.
 */
final class XmlReader {
    private final String file;
    private final List<Setting> settings = new ArrayList<>();
    private final List<SqlStatement> statements = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();
    private String table = "";
    private int begin;
    private @Nullable MapperReader mapper;

    XmlReader(String file) {
        this.file = file;
    }

    /** Returns whether it is one of those; a file of tables may have any name. */
    static boolean reads(String text, String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        return name.startsWith("persistence")
                || name.equals("web.xml")
                || name.endsWith(".cfg.xml")
                || text.contains("<databaseChangeLog")
                || text.contains("<mapper namespace");
    }

    List<Setting> settings() {
        return settings;
    }

    List<SqlStatement> statements() {
        return statements;
    }

    /** Returns the statements of mappers. */
    List<MappedStatement> mapped() {
        return mapper == null ? List.of() : mapper.statements();
    }

    /** @throws UnreadableException if it is not XML */
    void read(String text) {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
            while (xml.hasNext()) {
                int event = xml.next();
                if (mapper != null) {
                    mapper.read(event, xml);
                } else if (event == XMLStreamConstants.START_ELEMENT) {
                    start(xml);
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    end(xml.getLocalName());
                }
            }
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
            throw new UnreadableException("line " + line + ": it is not XML");
        }
    }

    private void start(XMLStreamReader xml) throws XMLStreamException {
        int line = xml.getLocation().getLineNumber();
        switch (xml.getLocalName()) {
            case "mapper" -> mapper = new MapperReader(file, attribute(xml, "namespace"));
            case "property" -> property(xml, line);
            case "distributable" -> settings.add(new Setting("web.distributable", "true", new Place(file, line)));
            case "session-timeout" ->
                settings.add(
                        new Setting("web.session-timeout", xml.getElementText().strip(), new Place(file, line)));
            case "sql" -> statements.addAll(moved(SqlScript.statements(xml.getElementText(), file), line));
            case "createTable", "addColumn" -> {
                table = attribute(xml, "tableName");
                begin = line;
                columns.clear();
            }
            case "column" ->
                columns.add(new Column(
                        attribute(xml, "name").toLowerCase(Locale.ROOT),
                        attribute(xml, "type").toLowerCase(Locale.ROOT)));
            default -> {}
        }
    }

    /** In {@code persistence.xml} with a value, in {@code hibernate.cfg.xml} with a text. */
    private void property(XMLStreamReader xml, int line) throws XMLStreamException {
        String name = attribute(xml, "name");
        String value = attribute(xml, "value");
        if (value.isEmpty() && file.endsWith(".cfg.xml")) {
            value = xml.getElementText().strip();
        }
        if (!name.isEmpty()) {
            settings.add(new Setting(name, value, new Place(file, line)));
        }
    }

    private void end(String element) {
        boolean created = element.equals("createTable");
        if ((created || element.equals("addColumn")) && !table.isEmpty()) {
            Kind kind = created ? Kind.CREATE : Kind.ALTER;
            statements.add(new SqlStatement(kind, table, columns, "", "", false, new Place(file, begin)));
            table = "";
            columns.clear();
        }
    }

    private List<SqlStatement> moved(List<SqlStatement> inside, int line) {
        return inside.stream()
                .map(each -> new SqlStatement(
                        each.kind(),
                        each.table(),
                        each.columns(),
                        each.where(),
                        each.text(),
                        each.rowLock(),
                        new Place(file, line + each.place().line() - 1)))
                .toList();
    }

    static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }
}
