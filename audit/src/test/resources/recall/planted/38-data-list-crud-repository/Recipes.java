package kitchen;

import org.springframework.data.repository.ListCrudRepository;

interface Recipes extends ListCrudRepository<Recipe, String> {}
