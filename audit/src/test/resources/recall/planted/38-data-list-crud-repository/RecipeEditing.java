package kitchen;

class RecipeEditing {
    private final Recipes all;
    private final RecordLocks recordLocks;

    Recipe open(String id, String cook) {
        if (!recordLocks.tryLock("recipe/" + id, cook)) {
            throw new IllegalStateException("The recipe is being edited");
        }
        return all.findById(id).orElseThrow();
    }

    void close(Recipe recipe, String cook) {
        all.save(recipe);
        recordLocks.unlock("recipe/" + recipe.getId(), cook);
    }
}
