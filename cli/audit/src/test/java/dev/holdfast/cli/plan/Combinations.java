package dev.holdfast.cli.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All combinations of answers, made from the questions themselves: a further question or choice is in them. */
final class Combinations {
    private static final List<String> FREE = List.of("feature", "entities", "minutes", "members");
    /** These alone say whether there should be locks. */
    private static final List<String> WHETHER = List.of("span", "collisions", "rework");

    private Combinations() {}

    /** Returns every combination of the answers on which the content of a plan depends. */
    static Stream<PlanAnswers> all() {
        List<PlanQuestion> questions = PlanQuestion.ALL.stream()
                .filter(question -> !WHETHER.contains(question.key()))
                .toList();
        return choices(questions, new ArrayList<>());
    }

    /** Returns every combination of the answers on which it depends whether there is a plan. */
    static Stream<PlanAnswers> whether() {
        return choices(
                PlanQuestion.ALL.stream()
                        .filter(question -> WHETHER.contains(question.key()))
                        .toList(),
                new ArrayList<>());
    }

    private static Stream<PlanAnswers> choices(List<PlanQuestion> left, List<String[]> given) {
        if (left.isEmpty()) {
            PlanAnswers answers = new PlanAnswers();
            given.forEach(one -> answers.with(one[0], one[1]));
            return Stream.of(answers);
        }
        PlanQuestion question = left.get(0);
        return answersTo(question).stream().flatMap(answer -> {
            List<String[]> more = new ArrayList<>(given);
            more.add(new String[] {question.key(), answer});
            return choices(left.subList(1, left.size()), more);
        });
    }

    private static List<String> answersTo(PlanQuestion question) {
        if (FREE.contains(question.key())) {
            return switch (question.key()) {
                case "members" -> List.of("none", "Coverage, Endorsement");
                case "minutes" -> List.of("5", "90", "1440");
                case "entities" -> List.of("InsurancePolicy");
                default -> List.of(question.byDefault());
            };
        }
        return question.choices();
    }
}
