package dev.holdfast.internal.turns;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Loads the product's classes, those of the hand-offs with a point before each operation that other threads can see. */
final class Instrumented extends ClassLoader {
    private static final String TURNS = "dev/holdfast/internal/turns/Turns";
    private static final Set<String> HAND_OFFS = Set.of(
            "dev.holdfast.internal.manager.Attempt",
            "dev.holdfast.internal.manager.Inbox",
            "dev.holdfast.internal.manager.Combiner",
            "dev.holdfast.internal.manager.AsyncCombiner");

    private final Map<String, byte[]> replaced;

    /** Creates a loader that takes those classes instead of the product's own. */
    Instrumented(Map<String, byte[]> replaced) {
        super(Instrumented.class.getClassLoader());
        this.replaced = replaced;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("dev.holdfast.") || name.startsWith("dev.holdfast.check.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] bytes = bytes(name);
                loaded = defineClass(name, bytes, 0, bytes.length);
            }
            return loaded;
        }
    }

    private byte[] bytes(String name) throws ClassNotFoundException {
        byte[] bytes = replaced.get(name);
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (bytes == null && in == null) {
                throw new ClassNotFoundException(name);
            }
            bytes = bytes == null ? in.readAllBytes() : bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int inner = name.indexOf('$');
        return HAND_OFFS.contains(inner < 0 ? name : name.substring(0, inner)) ? instrumented(bytes) : bytes;
    }

    private static byte[] instrumented(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        boolean thread = reader.getClassName().equals("dev/holdfast/internal/manager/AsyncCombiner")
                                && name.equals("run");
                        return new Points(super.visitMethod(access, name, descriptor, signature, exceptions), thread);
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** Puts points into one method. */
    private static final class Points extends MethodVisitor {
        private final boolean thread;
        private final Set<Label> handlers = new HashSet<>();
        private boolean caught;

        Points(MethodVisitor next, boolean thread) {
            super(Opcodes.ASM9, next);
            this.thread = thread;
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            if ("java/lang/Throwable".equals(type)) {
                handlers.add(handler);
            }
            super.visitTryCatchBlock(start, end, handler, type);
        }

        @Override
        public void visitLabel(Label label) {
            caught |= handlers.contains(label);
            super.visitLabel(label);
        }

        /** Lets the end of all pass where the product catches everything. */
        @Override
        public void visitFrame(int type, int locals, Object[] local, int stack, Object[] values) {
            super.visitFrame(type, locals, local, stack, values);
            if (caught) {
                caught = false;
                super.visitInsn(Opcodes.DUP);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, TURNS, "caught", "(Ljava/lang/Throwable;)V", false);
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (thread && opcode == Opcodes.RETURN) {
                visitMethodInsn(Opcodes.INVOKESTATIC, TURNS, "finished", "()V", false);
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (isVolatile(owner, name)) {
                point();
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean itf) {
            if (owner.equals("java/util/concurrent/locks/LockSupport")) {
                super.visitMethodInsn(opcode, TURNS, name, descriptor, false);
            } else if (owner.equals("java/lang/System") && name.equals("nanoTime")) {
                super.visitMethodInsn(opcode, TURNS, name, descriptor, false);
            } else if (owner.equals("java/lang/Thread") && (name.equals("start") || name.equals("join"))) {
                String arguments = descriptor.substring(1);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, TURNS, name, "(Ljava/lang/Thread;" + arguments, false);
            } else {
                if (!name.equals("<init>")
                        && (owner.startsWith("java/util/concurrent/atomic/")
                                || owner.equals("java/util/Queue")
                                || owner.equals("dev/holdfast/spi/LockStore"))) {
                    point();
                }
                super.visitMethodInsn(opcode, owner, name, descriptor, itf);
            }
        }

        private void point() {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, TURNS, "point", "()V", false);
        }

        private static boolean isVolatile(String owner, String name) {
            if (!HAND_OFFS.contains(owner.replace('/', '.'))) {
                return false;
            }
            try {
                Field field = Class.forName(owner.replace('/', '.')).getDeclaredField(name);
                return Modifier.isVolatile(field.getModifiers());
            } catch (ReflectiveOperationException e) {
                return false;
            }
        }
    }
}
