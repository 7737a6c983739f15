package dev.holdfast.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/** Loads the product rewritten for the simulation, with a planted flaw if one is given, and the world that uses it. */
final class SimulatedLoader extends ClassLoader {
    private static final String PRODUCT = "dev.holdfast.";
    private static final String SIMULATION = "dev.holdfast.simulation.";
    private static final String WORLD = "dev.holdfast.simulation.world.";

    /** Counts its calls over all schedules, to be quick at first: it has nothing that threads could disturb. */
    private static final String HASHING = "dev.holdfast.internal.base.Sha256";

    /** Classes of the JDK that are replaced as a whole. */
    private static final SimpleRemapper REPLACED = new SimpleRemapper(
            Opcodes.ASM9,
            Map.of(
                    "java/util/concurrent/ThreadPoolExecutor",
                    "dev/holdfast/simulation/SimulatedPool",
                    "java/util/concurrent/ThreadLocalRandom",
                    "dev/holdfast/simulation/SimulatedRandom"));

    /** Classes that no flaw was planted into, by name: all loaders have them alike. */
    private static final Map<String, byte[]> WITHOUT_FLAW = new ConcurrentHashMap<>();

    private final Set<String> volatiles;
    private final @Nullable Flaw flaw;
    private final Set<Flaw> planted = new HashSet<>();

    SimulatedLoader(@Nullable Flaw flaw) {
        super(SimulatedLoader.class.getClassLoader());
        this.flaw = flaw;
        this.volatiles = Product.VOLATILES;
    }

    /** Initialises all classes of the product: within a schedule, a class would be broken by a thread that is killed then. */
    void initialiseAll() {
        for (String name : Product.NAMES) {
            try {
                Class.forName(name, true, this);
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
        if (flaw != null && !flaw.isPlanted(planted)) {
            throw new IllegalStateException(
                    "A place of the flaw '" + flaw.name() + "' is gone; it is planted into " + planted + ".");
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean own = name.startsWith(PRODUCT) && (name.startsWith(WORLD) || !name.startsWith(SIMULATION));
        if (!own) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = file.readAllBytes();
            byte[] code = name.startsWith(WORLD) || name.startsWith(HASHING) ? bytes : rewritten(name, bytes);
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private byte[] rewritten(String name, byte[] bytes) {
        return flaw != null && flaw.concerns(name.replace('.', '/'))
                ? rewritten(bytes)
                : WITHOUT_FLAW.computeIfAbsent(name, any -> rewritten(bytes));
    }

    private byte[] rewritten(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        // The rewriting adds calls and no jumps, so that frames stay as they are.
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        ClassVisitor rewriter = new ClassRemapper(new Rewriter(writer, volatiles), REPLACED);
        reader.accept(flaw == null ? rewriter : flaw.plantedInto(rewriter, planted::add), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    /** The facts about the product that are needed before its classes are loaded. */
    private static final class Product {
        static final Set<String> VOLATILES = new HashSet<>();
        static final Set<String> NAMES = new TreeSet<>();

        static {
            try {
                URI code = SimulatedLoader.class
                        .getClassLoader()
                        .getResource("dev/holdfast/LockManager.class")
                        .toURI();
                if (code.getScheme().equals("jar")) {
                    try (FileSystem jar = FileSystems.newFileSystem(code, Map.of())) {
                        read(jar.getPath("/dev/holdfast"));
                    }
                } else {
                    read(Path.of(code).resolveSibling(""));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void read(Path folder) throws IOException {
            List<Path> classes;
            try (Stream<Path> files = Files.walk(folder)) {
                classes =
                        files.filter(file -> file.toString().endsWith(".class")).toList();
            }
            for (Path file : classes) {
                new ClassReader(Files.readAllBytes(file)).accept(new Fields(), ClassReader.SKIP_CODE);
            }
        }
    }

    private static final class Fields extends ClassVisitor {
        private String name = "";

        Fields() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(
                int version, int access, String className, @Nullable String signature, String parent, String[] types) {
            name = className;
            if (!className.endsWith("-info")) {
                Product.NAMES.add(className.replace('/', '.'));
            }
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access, String field, String descriptor, @Nullable String signature, @Nullable Object value) {
            if ((access & Opcodes.ACC_VOLATILE) != 0) {
                Product.VOLATILES.add(name + "." + field);
            }
            return null;
        }
    }
}
