package app.locks;

import java.util.*;

/** What this server shows; the locks themselves are in the database. */
public class EditRegistry {
    private static final Map<String, String> titlesOfPages = new HashMap<>();
    private static final Map<UUID, Object> monitors = new HashMap<>();

    public static void show(String page, String title) {
        titlesOfPages.put(page, title);
    }

    public static void remove(String page) {
        titlesOfPages.remove(page);
    }
}
