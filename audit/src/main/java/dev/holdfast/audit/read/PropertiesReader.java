package dev.holdfast.audit.read;

import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.code.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads properties files, with the line of each property. */
final class PropertiesReader {
    private static final Pattern ENTRY = Pattern.compile("\\s*([^\\s=:#!][^\\s=:]*)\\s*[=:\\s]\\s*(.*)");

    private PropertiesReader() {}

    static List<Setting> read(String text, String file) {
        List<Setting> settings = new ArrayList<>();
        String[] lines = text.split("\\R", -1);
        for (int i = 0; i < lines.length; i++) {
            int begin = i;
            StringBuilder line = new StringBuilder(lines[i]);
            while (line.length() > 0 && line.charAt(line.length() - 1) == '\\' && i < lines.length - 1) {
                line.setLength(line.length() - 1);
                line.append(lines[++i].strip());
            }
            Matcher entry = ENTRY.matcher(line);
            if (entry.matches()) {
                settings.add(new Setting(entry.group(1), entry.group(2).strip(), new Place(file, begin + 1)));
            }
        }
        return settings;
    }
}
