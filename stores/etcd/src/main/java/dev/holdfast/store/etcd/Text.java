package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;

/**
 * Names as bytes that sort as {@link String#compareTo} sorts the names: each UTF-16 unit by itself, in one to three bytes, as
 * UTF-8 would write a character of that number. Whatever lies in the basic plane reads as UTF-8; a prefix stays a prefix.
 */
final class Text {
    private Text() {}

    static ByteString bytes(String text) {
        ByteString.Output bytes = ByteString.newOutput(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes.write(c);
            } else if (c < 0x800) {
                bytes.write(0xC0 | (c >> 6));
                bytes.write(0x80 | (c & 0x3F));
            } else {
                bytes.write(0xE0 | (c >> 12));
                bytes.write(0x80 | ((c >> 6) & 0x3F));
                bytes.write(0x80 | (c & 0x3F));
            }
        }
        return bytes.toByteString();
    }

    static String of(ByteString bytes) {
        StringBuilder text = new StringBuilder(bytes.size());
        int at = 0;
        while (at < bytes.size()) {
            int lead = bytes.byteAt(at++) & 0xFF;
            if (lead < 0x80) {
                text.append((char) lead);
            } else if (lead < 0xE0 && at < bytes.size()) {
                text.append((char) (((lead & 0x1F) << 6) | (bytes.byteAt(at++) & 0x3F)));
            } else if (at + 1 < bytes.size()) {
                text.append((char)
                        (((lead & 0x0F) << 12) | ((bytes.byteAt(at++) & 0x3F) << 6) | (bytes.byteAt(at++) & 0x3F)));
            } else {
                at = bytes.size(); // not written here
            }
        }
        return text.toString();
    }
}
