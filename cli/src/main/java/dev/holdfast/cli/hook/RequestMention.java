package dev.holdfast.cli.hook;

import dev.holdfast.HandOverRequest;
import dev.holdfast.Refusal;
import dev.holdfast.Requests;
import dev.holdfast.cli.acquire.RequestOffer;
import dev.holdfast.cli.acquire.RequestText;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.guard.PathsByProject;
import dev.holdfast.cli.owner.AssistantOwner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The requests that a hook mentions to an assistant. A failure to look for them does not change the decision of the hook. */
final class RequestMention {
    private RequestMention() {}

    /**
     * Returns requests to the session and to other owners of the assistant, and notes that it has seen them.
     *
     * @param own the ids of those owners
     */
    static List<HandOverRequest> in(PathsByProject sites, AssistantOwner assistant, Set<String> own) {
        Set<String> holders = new LinkedHashSet<>(own);
        if (assistant.isKnown()) {
            holders.add(assistant.owner().id());
        }
        List<HandOverRequest> mentioned = new ArrayList<>();
        try {
            for (PathsByProject.ProjectPaths site : sites.all()) {
                mention(site.context(), holders, mentioned);
            }
        } catch (RuntimeException e) {
            // What was found is mentioned; the next call looks for the rest.
        }
        return mentioned;
    }

    /** Returns those of the refused resources whose holders can be asked. */
    static List<String> askable(CommandContext context, List<Refusal> refusals) {
        try {
            return refusals.stream()
                    .filter(refusal -> RequestOffer.isPossible(context, refusal))
                    .map(Refusal::resource)
                    .toList();
        } catch (RuntimeException e) {
            return List.of();
        }
    }

    private static void mention(CommandContext context, Set<String> holders, List<HandOverRequest> mentioned) {
        if (context.isUntouched()) {
            return;
        }
        Requests requests = context.readOnlyManager().holds().requests();
        for (String holder : holders) {
            for (HandOverRequest request : requests.listByHolder(holder)) {
                if (RequestText.isDue(request, Instant.now())) {
                    mentioned.add(request);
                    requests.shown(request.resource(), holder, request.id());
                }
            }
        }
    }
}
