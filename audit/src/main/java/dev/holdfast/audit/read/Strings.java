package dev.holdfast.audit.read;

import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LiteralStringValueExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import dev.holdfast.audit.code.Constants;
import java.util.regex.Pattern;

/**
 * The texts that expressions stand for: {@code ?} where that is not known, and a reference where it is a constant that may be
 * in another file.
 *
 * @param type the class of the expressions
 */
record Strings(String type) {
    private static final int MAX_LENGTH = 6000;
    private static final int MAX_CODE = 200;
    private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z0-9_]+");

    /** Returns whether it consists of strings, at least in part. */
    static boolean isText(Expression expression) {
        if (expression instanceof StringLiteralExpr || expression instanceof TextBlockLiteralExpr) {
            return true;
        } else if (expression instanceof EnclosedExpr enclosed) {
            return isText(enclosed.getInner());
        } else if (expression instanceof BinaryExpr binary && binary.getOperator() == BinaryExpr.Operator.PLUS) {
            return isText(binary.getLeft()) || isText(binary.getRight());
        }
        return false;
    }

    static boolean isConstant(Expression expression) {
        return (expression instanceof NameExpr name
                        && CONSTANT.matcher(name.getNameAsString()).matches())
                || (expression instanceof FieldAccessExpr access
                        && CONSTANT.matcher(access.getNameAsString()).matches());
    }

    /** Returns the value of an expression. */
    String text(Expression expression) {
        String text = build(expression);
        return text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text;
    }

    private String build(Expression expression) {
        if (expression instanceof TextBlockLiteralExpr block) {
            return block.stripIndent();
        } else if (expression instanceof StringLiteralExpr literal) {
            return literal.asString();
        } else if (expression instanceof LiteralStringValueExpr literal) {
            return literal.getValue();
        } else if (expression instanceof EnclosedExpr enclosed) {
            return build(enclosed.getInner());
        } else if (expression instanceof BinaryExpr binary && binary.getOperator() == BinaryExpr.Operator.PLUS) {
            return build(binary.getLeft()) + build(binary.getRight());
        } else if (expression instanceof NameExpr name && isConstant(name)) {
            return Constants.reference(type, name.getNameAsString());
        } else if (expression instanceof FieldAccessExpr access && isConstant(access)) {
            String scope = access.getScope().toString();
            return Constants.reference(
                    scope.substring(scope.lastIndexOf('.') + 1).replace("this", type), access.getNameAsString());
        } else if (expression instanceof MethodCallExpr call) {
            return built(call);
        }
        return "?";
    }

    /** Returns the pattern of a formatted string. */
    private String built(MethodCallExpr call) {
        String name = call.getNameAsString();
        if (name.equals("formatted")) {
            return call.getScope().map(this::build).orElse("?");
        } else if (name.equals("format") && !call.getArguments().isEmpty() && isText(call.getArgument(0))) {
            return build(call.getArgument(0));
        }
        return "?";
    }

    String field(Expression expression) {
        if (isConstant(expression)) {
            return text(expression);
        }
        String code = expression.toString();
        return Constants.reference(type, code.substring(code.lastIndexOf('.') + 1));
    }

    /** Returns a member of an annotation: a string without quotes, else its source. */
    String said(Expression expression) {
        return isText(expression) || isConstant(expression) ? text(expression) : code(expression);
    }

    /** Returns the initial value of a field: the text of a constant, else its source. */
    String initial(Expression expression) {
        return isText(expression) ? text(expression) : code(expression);
    }

    /** Returns the source, cut if it is long. */
    static String code(Expression expression) {
        String code = expression.toString();
        return code.length() > MAX_CODE ? code.substring(0, MAX_CODE) : code;
    }
}
