package dev.holdfast.session;

import dev.holdfast.internal.base.RecentMap;
import dev.holdfast.internal.base.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The words for end users in one language. For each sentence the nearest language counts, and within it the bundle {@code
 * holdfast-messages} of the application before that of Holdfast. English is the last resort. Immutable.
 */
final class Words {
    private static final Logger LOG = System.getLogger(Words.class.getName());
    private static final String OWN = "messages";
    private static final String OF_APPLICATION = "holdfast-messages";
    /** Requests choose the language, so not every one may be kept. */
    private static final Map<Key, Words> READ = new RecentMap<>(100);

    private record Key(@Nullable ClassLoader loader, Locale locale) {}

    private final Locale locale;
    private final List<Properties> bundles;

    private Words(Locale locale, List<Properties> bundles) {
        this.locale = locale;
        this.bundles = bundles;
    }

    /** Returns the words for the user of this thread's request; English without one. */
    static Words current() {
        OwnerSource reader = CurrentOwner.source();
        return in(reader == null ? Locale.ROOT : reader.locale());
    }

    /** Returns the words of a language, as far as they are translated. */
    static Words in(Locale locale) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        synchronized (READ) {
            return READ.computeIfAbsent(new Key(loader, locale), key -> read(key.loader(), key.locale()));
        }
    }

    private static Words read(@Nullable ClassLoader loader, Locale locale) {
        List<String> suffixes = new ArrayList<>();
        if (locale.getLanguage().matches("[a-z]{2,8}")) {
            if (locale.getCountry().matches("[A-Z]{2}|[0-9]{3}")) {
                suffixes.add("_" + locale.getLanguage() + "_" + locale.getCountry());
            }
            suffixes.add("_" + locale.getLanguage());
        }
        List<Properties> bundles = new ArrayList<>();
        suffixes.add("");
        for (String suffix : suffixes) {
            String application = OF_APPLICATION + suffix + ".properties";
            add(bundles, loader == null ? null : loader.getResourceAsStream(application));
            add(bundles, Words.class.getResourceAsStream(OWN + suffix + ".properties"));
        }
        return new Words(locale, bundles);
    }

    private static void add(List<Properties> bundles, @Nullable InputStream bundle) {
        if (bundle != null) {
            try (InputStream in = bundle) {
                Properties texts = new Properties();
                texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
                bundles.add(texts);
            } catch (IOException e) {
                throw new UncheckedIOException("The messages for users cannot be read.", e);
            }
        }
    }

    /** Returns a sentence with its places filled in. */
    String text(String key, Object... arguments) {
        for (Properties texts : bundles) {
            String pattern = texts.getProperty(key);
            if (pattern != null) {
                try {
                    return new MessageFormat(pattern, locale).format(arguments);
                } catch (IllegalArgumentException e) {
                    LOG.log(Level.WARNING, "The message " + key + " is no pattern: " + e.getMessage());
                }
            }
        }
        return key;
    }

    /** Returns the way to write a time. */
    DateTimeFormatter time(String key) {
        for (Properties texts : bundles) {
            String pattern = texts.getProperty(key);
            if (pattern != null) {
                try {
                    return DateTimeFormatter.ofPattern(pattern, locale);
                } catch (IllegalArgumentException e) {
                    LOG.log(Level.WARNING, "The message " + key + " is no pattern of a time: " + e.getMessage());
                }
            }
        }
        return DateTimeFormatter.ISO_LOCAL_TIME;
    }

    /** Returns the name of a resource as the application names its kind, or as it is. */
    String resource(String name) {
        int slash = name.indexOf('/');
        String key = "resource." + name.substring(0, Math.max(0, slash));
        boolean named = slash > 0 && bundles.stream().anyMatch(texts -> texts.containsKey(key));
        return named ? text(key, Text.name(name.substring(slash + 1))) : Text.name(name);
    }
}
