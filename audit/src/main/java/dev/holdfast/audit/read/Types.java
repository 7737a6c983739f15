package dev.holdfast.audit.read;

import com.github.javaparser.ast.type.ArrayType;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import com.github.javaparser.ast.type.Type;
import com.github.javaparser.ast.type.WildcardType;
import dev.holdfast.audit.code.TypeName;
import java.util.ArrayList;
import java.util.List;

/** The names of types, without packages and annotations. */
final class Types {
    private Types() {}

    static TypeName of(Type type) {
        if (type instanceof ClassOrInterfaceType named) {
            List<TypeName> arguments = new ArrayList<>();
            named.getTypeArguments().ifPresent(all -> all.forEach(each -> arguments.add(of(each))));
            return new TypeName(named.getNameAsString(), arguments);
        } else if (type instanceof ArrayType array) {
            return array(of(array.getComponentType()));
        } else if (type instanceof WildcardType wildcard) {
            return wildcard.getExtendedType().map(Types::of).orElse(TypeName.UNKNOWN);
        } else if (type.isPrimitiveType() || type.isVarType()) {
            return TypeName.named(type.asString());
        }
        return TypeName.UNKNOWN;
    }

    /** Returns the type of an array or of variable arguments. */
    static TypeName array(TypeName element) {
        return new TypeName(element.simple() + "[]", element.arguments());
    }
}
