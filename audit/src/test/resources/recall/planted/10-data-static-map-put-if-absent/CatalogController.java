package shop.catalog;

import java.security.Principal;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.server.ResponseStatusException;

@RestController
public class CatalogController {
    private static final ConcurrentHashMap<Long, String> EDITING = new ConcurrentHashMap<>(); // finds in-memory-lock

    private final ProductRepository products;

    @PostMapping("/products/{id}/edit")
    public Product edit(@PathVariable Long id, Principal principal) {
        String other = EDITING.putIfAbsent(id, principal.getName());
        if (other != null && !other.equals(principal.getName())) {
            throw new ResponseStatusException(HttpStatus.LOCKED, other + " is editing this product");
        }
        return products.findById(id).orElseThrow();
    }

    @PutMapping("/products/{id}")
    public void save(@PathVariable Long id, @RequestBody Product product) {
        products.save(product);
        EDITING.remove(id);
    }
}
