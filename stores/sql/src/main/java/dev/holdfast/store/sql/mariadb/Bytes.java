package dev.holdfast.store.sql.mariadb;

import java.io.ByteArrayOutputStream;

/**
 * Texts one after the other, so that a list of rows has only numbers: where each begins, and its length. A list with long texts
 * in it would make the server keep it in a file.
 */
final class Bytes {
    private final ByteArrayOutputStream all = new ByteArrayOutputStream(1024);

    /** Adds a text, and says where it begins, counted from 1. */
    int add(byte[] text) {
        int at = all.size() + 1;
        all.writeBytes(text);
        return at;
    }

    byte[] all() {
        return all.toByteArray();
    }
}
