package kitchen;

class RecipeEditing {
    private Recipes all;
    private RecordLocks recordLocks;

    void close(Recipe recipe, String cook) {
        recordLocks.lock("recipe/" + recipe.getId(), cook);
        all.save(recipe);
    }
}
