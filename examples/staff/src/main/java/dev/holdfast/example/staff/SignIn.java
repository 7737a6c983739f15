package dev.holdfast.example.staff;

import dev.holdfast.example.staff.People.Person;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Signs in every user under a chosen name: it is a demonstration. All else is as in an application with passwords. */
@RestController
class SignIn {
    private final SecurityContextRepository contexts;

    SignIn(SecurityContextRepository contexts) {
        this.contexts = contexts;
    }

    /** The chosen person. */
    record Claim(String id) {}

    @GetMapping("/session/people")
    List<Person> people() {
        return People.ALL;
    }

    @GetMapping("/session")
    Person me(Principal principal) {
        return People.named(principal.getName()).orElseThrow();
    }

    @PostMapping("/session/sign-in")
    Person signIn(@RequestBody Claim claim, HttpServletRequest request, HttpServletResponse response) {
        Person person = People.named(claim.id())
                .orElseThrow(
                        () -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no person of that name."));
        if (request.getSession(false) != null) {
            request.getSession().invalidate(); // with the locks of the previous user
        }
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(UsernamePasswordAuthenticationToken.authenticated(
                person.id(), null, AuthorityUtils.createAuthorityList(person.lead() ? "ROLE_ADMIN" : "ROLE_STAFF")));
        SecurityContextHolder.setContext(context);
        contexts.saveContext(context, request, response);
        return person;
    }
}
