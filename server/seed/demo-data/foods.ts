import type { FoodInformation } from '#domain/catalogue/food-information.ts'

const foodTexts = (fi: string, sv: string, en: string) => ({ fi, sv, en })
const COLD_STORAGE = foodTexts('Säilytä enintään +6 °C:ssa.', 'Förvaras vid högst +6 °C.', 'Keep at +6 °C or below.')
const ICE_STORAGE = foodTexts('Säilytä enintään +3 °C:ssa.', 'Förvaras vid högst +3 °C.', 'Keep at +3 °C or below.')
const FROM_FINLAND = foodTexts('Suomi', 'Finland', 'Finland')
const NO_ALLERGENS: FoodInformation['allergens'] = { contains: [], may_contain: [] }

const FISH_FOOD: Partial<FoodInformation> = {
  kind: 'unprocessed',
  allergens: { contains: ['fish'], may_contain: [] },
  storage: ICE_STORAGE,
  origin: foodTexts('Suomi, Saaristomeri', 'Finland, Skärgårdshavet', 'Finland, Archipelago Sea'),
}

/** What is known of some goods of the demo shop as foods, by their keys: of all that its events sell, and of a few on the shelf. */
export const DEMO_FOODS: Readonly<Record<string, Partial<FoodInformation>>> = {
  'whole-rainbow-trout': FISH_FOOD,
  'whitefish-fillet': FISH_FOOD,
  'strawberry-crate': { kind: 'unprocessed', allergens: NO_ALLERGENS, origin: FROM_FINLAND, storage: COLD_STORAGE },
  'lamb-box': { kind: 'unprocessed', allergens: NO_ALLERGENS, origin: FROM_FINLAND, storage: ICE_STORAGE },
  'honey-bucket': { kind: 'unprocessed', allergens: NO_ALLERGENS, origin: FROM_FINLAND },
  'light-milk': {
    kind: 'prepacked',
    ingredients: foodTexts('**maito**, D-vitamiini', '**mjölk**, vitamin D', '**milk**, vitamin D'),
    allergens: { contains: ['milk'], may_contain: [] },
    storage: COLD_STORAGE,
    origin: FROM_FINLAND,
    business: 'Isokylän maitola, Meijeritie 2, 25660 Mathildedal',
    nutrition: {
      per: '100ml',
      energy_kj: 195,
      energy_kcal: 46,
      fat: 1.5,
      saturates: 1,
      carbohydrate: 4.8,
      sugars: 4.8,
      protein: 3.5,
      salt: 0.1,
    },
  },
  'rye-bread': {
    kind: 'unpacked',
    ingredients: foodTexts('**ruis**jauho, vesi, suola', '**råg**mjöl, vatten, salt', '**rye** flour, water, salt'),
    allergens: { contains: ['gluten'], may_contain: ['milk', 'sesame'] },
  },
}
