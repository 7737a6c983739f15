package dev.holdfast.audit.read;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.AnnotationExpr;
import com.github.javaparser.ast.expr.MemberValuePair;
import com.github.javaparser.ast.expr.NormalAnnotationExpr;
import com.github.javaparser.ast.expr.SingleMemberAnnotationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithAnnotations;
import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.code.Mark;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads annotations. */
record Marks(String file, Strings strings) {
    List<Mark> of(NodeWithAnnotations<?> node) {
        List<Mark> marks = new ArrayList<>();
        for (AnnotationExpr each : node.getAnnotations()) {
            Map<String, String> values = new LinkedHashMap<>();
            if (each instanceof SingleMemberAnnotationExpr single) {
                values.put("value", strings.said(single.getMemberValue()));
            } else if (each instanceof NormalAnnotationExpr normal) {
                for (MemberValuePair pair : normal.getPairs()) {
                    values.put(pair.getNameAsString(), strings.said(pair.getValue()));
                }
            }
            String name = each.getNameAsString();
            marks.add(new Mark(name.substring(name.lastIndexOf('.') + 1), values, place(each, file)));
        }
        return marks;
    }

    static int line(Node node) {
        return node.getBegin().map(begin -> begin.line).orElse(1);
    }

    static Place place(Node node, String file) {
        return new Place(file, line(node));
    }
}
