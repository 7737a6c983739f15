package dev.holdfast.store.etcd;

import com.google.protobuf.ByteString;
import dev.holdfast.internal.base.NameBytes;

/** Names as etcd has them. */
final class Text {
    private Text() {}

    static ByteString bytes(String text) {
        return ByteString.copyFrom(NameBytes.bytes(text));
    }

    static String of(ByteString bytes) {
        return NameBytes.of(bytes.toByteArray());
    }
}
