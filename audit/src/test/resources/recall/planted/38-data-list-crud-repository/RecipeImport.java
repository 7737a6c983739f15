package kitchen;

class RecipeImport {
    private final Recipes all;

    void refresh(String id, String text) {
        Recipe recipe = all.findById(id).orElseThrow();
        recipe.setText(text);
        all.save(recipe); // finds unguarded-write
    }
}
