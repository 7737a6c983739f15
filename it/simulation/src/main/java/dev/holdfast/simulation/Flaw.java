package dev.holdfast.simulation;

import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A fault that is planted into the product while it is loaded, so that the simulation can show that it would find it.
 *
 * @param name what it is called in reports
 * @param owner the class that it is planted into
 * @param method the method that it changes
 * @param callee the call, or the use of a static field, that it changes there, as {@code Owner.name}; empty to replace the
 *     method itself
 * @param instead the method or field that is used instead, or empty
 * @param value what the method, or the call that is left out, returns: a number or boolean, an {@link Argument} of the method, or
 *     null for nothing, null or zero
 * @param also another place that must be changed with it, where two parts of the product guard against the same fault; or null
 */
record Flaw(
        String name,
        String owner,
        String method,
        String callee,
        String instead,
        @Nullable Object value,
        @Nullable Flaw also) {

    /** The argument of a method at that place, counted from 0; all before it are objects. */
    record Argument(int place) {}

    /** The object that a method is called on. */
    static final Argument RECEIVER = new Argument(-1);

    /** Returns a flaw that has a method return a value and do nothing else. */
    static Flaw returning(String name, String owner, String method, @Nullable Object value) {
        return new Flaw(name, owner, method, "", "", value, null);
    }

    /** Returns a flaw that leaves out a call. */
    static Flaw skipping(String name, String owner, String method, String callee) {
        return new Flaw(name, owner, method, callee, "", null, null);
    }

    /** Returns a flaw that takes that value for what a call would return. */
    static Flaw assuming(String name, String owner, String method, String callee, Object value) {
        return new Flaw(name, owner, method, callee, "", value, null);
    }

    /** Returns a flaw that uses another method, or static field, of the same class and shape. */
    static Flaw using(String name, String owner, String method, String callee, String instead) {
        return new Flaw(name, owner, method, callee, instead, null, null);
    }

    /** Returns this flaw together with a change of a second place. */
    Flaw and(Flaw second) {
        return new Flaw(name, owner, method, callee, instead, value, second);
    }

    /** @param planted is told of each place that is found */
    ClassVisitor plantedInto(ClassVisitor next, Consumer<Flaw> planted) {
        ClassVisitor planting = new Planting(next, () -> planted.accept(this));
        return also == null ? planting : also.plantedInto(planting, planted);
    }

    /** Returns whether one of its places is in that class. */
    boolean concerns(String path) {
        return named(path, owner) || (also != null && also.concerns(path));
    }

    /** Returns whether all its places were found. */
    boolean isPlanted(Set<Flaw> planted) {
        return planted.contains(this) && (also == null || also.isPlanted(planted));
    }

    private static boolean named(String path, String simple) {
        return path.equals("dev/holdfast/" + simple) || path.endsWith("/" + simple);
    }

    private final class Planting extends ClassVisitor {
        private final Runnable planted;
        private boolean here;

        Planting(ClassVisitor next, Runnable planted) {
            super(Opcodes.ASM9, next);
            this.planted = planted;
        }

        @Override
        public void visit(
                int version, int access, String className, @Nullable String signature, String parent, String[] types) {
            here = named(className, owner);
            super.visit(version, access, className, signature, parent, types);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access, String called, String descriptor, @Nullable String signature, String @Nullable [] thrown) {
            MethodVisitor code = super.visitMethod(access, called, descriptor, signature, thrown);
            if (!here || !called.equals(method)) {
                return code;
            }
            if (callee.isEmpty()) {
                planted.run();
                code.visitCode();
                Type type = Type.getReturnType(descriptor);
                if (value instanceof Argument argument) {
                    int first = (access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
                    code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), first + argument.place());
                } else {
                    push(code, type);
                }
                code.visitInsn(type.getOpcode(Opcodes.IRETURN));
                code.visitMaxs(0, 0);
                code.visitEnd();
                return null;
            }
            return new Calls(code, planted);
        }
    }

    private void push(MethodVisitor code, Type type) {
        switch (type.getSort()) {
            case Type.VOID -> {}
            case Type.OBJECT, Type.ARRAY -> code.visitInsn(Opcodes.ACONST_NULL);
            case Type.LONG -> code.visitLdcInsn(value == null ? 0L : value);
            case Type.BOOLEAN -> code.visitInsn(Boolean.TRUE.equals(value) ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
            default -> code.visitLdcInsn(value == null ? 0 : value);
        }
    }

    private final class Calls extends MethodVisitor {
        private final Runnable planted;

        Calls(MethodVisitor next, Runnable planted) {
            super(Opcodes.ASM9, next);
            this.planted = planted;
        }

        @Override
        public void visitFieldInsn(int opcode, String target, String field, String descriptor) {
            boolean meant = opcode == Opcodes.GETSTATIC && !instead.isEmpty() && isCallee(target, field);
            if (meant) {
                planted.run();
            }
            super.visitFieldInsn(opcode, target, meant ? instead : field, descriptor);
        }

        private boolean isCallee(String target, String called) {
            int dot = callee.indexOf('.');
            return called.equals(callee.substring(dot + 1)) && named(target, callee.substring(0, dot));
        }

        @Override
        public void visitMethodInsn(int opcode, String target, String called, String descriptor, boolean isInterface) {
            if (!isCallee(target, called)) {
                super.visitMethodInsn(opcode, target, called, descriptor, isInterface);
                return;
            }
            planted.run();
            if (!instead.isEmpty()) {
                super.visitMethodInsn(opcode, target, instead, descriptor, isInterface);
            } else {
                Type[] arguments = Type.getArgumentTypes(descriptor);
                for (int i = arguments.length - 1; i >= 0; i--) {
                    mv.visitInsn(arguments[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
                }
                if (opcode != Opcodes.INVOKESTATIC) {
                    mv.visitInsn(Opcodes.POP);
                }
                push(mv, Type.getReturnType(descriptor));
            }
        }
    }
}
