package dev.holdfast.audit.read;

import dev.holdfast.audit.base.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;

/** Reads the statements of a mapper file of MyBatis. Conditional parts count as present. */
final class MapperReader {
    private static final Set<String> STATEMENTS = Set.of("select", "insert", "update", "delete");

    private final String file;
    private final String type;
    private final List<MappedStatement> statements = new ArrayList<>();
    private final StringBuilder sql = new StringBuilder();
    private String method = "";
    private String close = "";
    private int begin;

    /** @param namespace the full name of the interface */
    MapperReader(String file, String namespace) {
        this.file = file;
        this.type = namespace.substring(namespace.lastIndexOf('.') + 1);
    }

    List<MappedStatement> statements() {
        return List.copyOf(statements);
    }

    void read(int event, XMLStreamReader xml) {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> start(xml);
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> sql.append(xml.getText());
            case XMLStreamConstants.END_ELEMENT -> end(xml.getLocalName());
            default -> {}
        }
    }

    private void start(XMLStreamReader xml) {
        String name = xml.getLocalName();
        if (STATEMENTS.contains(name)) {
            method = XmlReader.attribute(xml, "id");
            begin = xml.getLocation().getLineNumber();
            sql.setLength(0);
        } else if (name.equals("foreach")) {
            sql.append(XmlReader.attribute(xml, "open"));
            close = XmlReader.attribute(xml, "close");
        } else if (name.equals("where") || name.equals("set")) {
            sql.append(' ').append(name).append(' ');
        }
    }

    private void end(String name) {
        if (STATEMENTS.contains(name)) {
            statements.add(new MappedStatement(type, method, sql.toString(), new Place(file, begin)));
        } else if (name.equals("foreach")) {
            sql.append(close);
        }
    }
}
