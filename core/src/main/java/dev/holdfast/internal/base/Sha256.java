package dev.holdfast.internal.base;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The hash SHA-256. The first ones of a process are computed here: until the JDK has found its own way to compute one, which is
 * faster from then on, a command that needs a few has ended. Safe for use by many threads.
 */
public final class Sha256 {
    private static final int FEW = 32;
    private static final int BLOCK = 64;
    private static final int LENGTH_BYTES = 8;
    private static final int WORDS = 8;

    private static final AtomicInteger COUNT = new AtomicInteger();

    private Sha256() {}

    /** Returns the 32 bytes of the hash. */
    public static byte[] of(byte[] message) {
        boolean few = COUNT.get() < FEW && COUNT.incrementAndGet() <= FEW;
        return few ? computed(message) : Jdk.DIGEST.get().digest(message);
    }

    /** The JDK's, which is not looked for until this class is used. */
    private static final class Jdk {
        static final ThreadLocal<MessageDigest> DIGEST = ThreadLocal.withInitial(Jdk::create);

        static MessageDigest create() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("Every Java platform has SHA-256.", e);
            }
        }
    }

    /** Computes the hash as FIPS 180-4 describes. */
    static byte[] computed(byte[] message) {
        int blocks = (message.length + 1 + LENGTH_BYTES + BLOCK - 1) / BLOCK;
        byte[] padded = Arrays.copyOf(message, Math.multiplyExact(blocks, BLOCK));
        padded[message.length] = (byte) 0x80;
        putBigEndian(8L * message.length, padded, padded.length - LENGTH_BYTES, LENGTH_BYTES);
        int[] state = Constants.START.clone();
        int[] schedule = new int[BLOCK];
        for (int at = 0; at < padded.length; at += BLOCK) {
            mix(padded, at, schedule, state);
        }
        byte[] hash = new byte[WORDS * Integer.BYTES];
        for (int i = 0; i < WORDS; i++) {
            putBigEndian(state[i], hash, i * Integer.BYTES, Integer.BYTES);
        }
        return hash;
    }

    private static void mix(byte[] message, int at, int[] w, int[] state) {
        for (int i = 0; i < 16; i++) {
            int from = at + 4 * i;
            w[i] = message[from] << 24
                    | (message[from + 1] & 0xff) << 16
                    | (message[from + 2] & 0xff) << 8
                    | (message[from + 3] & 0xff);
        }
        for (int i = 16; i < BLOCK; i++) {
            int s0 = Integer.rotateRight(w[i - 15], 7) ^ Integer.rotateRight(w[i - 15], 18) ^ w[i - 15] >>> 3;
            int s1 = Integer.rotateRight(w[i - 2], 17) ^ Integer.rotateRight(w[i - 2], 19) ^ w[i - 2] >>> 10;
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        int a = state[0];
        int b = state[1];
        int c = state[2];
        int d = state[3];
        int e = state[4];
        int f = state[5];
        int g = state[6];
        int h = state[7];
        for (int i = 0; i < BLOCK; i++) {
            int s1 = Integer.rotateRight(e, 6) ^ Integer.rotateRight(e, 11) ^ Integer.rotateRight(e, 25);
            int t1 = h + s1 + ((e & f) ^ (~e & g)) + Constants.ROUND[i] + w[i];
            int s0 = Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22);
            int t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }

    private static void putBigEndian(long value, byte[] to, int at, int bytes) {
        for (int i = 0; i < bytes; i++) {
            to[at + i] = (byte) (value >>> (8 * (bytes - 1 - i)));
        }
    }

    /** The first bits of the fractions of square roots and of cube roots of the first primes. */
    private static final class Constants {
        static final int[] START = {
            0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
        };
        static final int[] ROUND = {
            0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
            0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
            0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
            0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
            0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
            0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
            0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
            0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
        };
    }
}
