import type { DemoTexts } from './types.ts'

type DemoGroup = { readonly names: DemoTexts; readonly products: readonly string[] }

const toKeys = (text: string) => text.split(' ')

/** In the order of the shelf, with the keys of their products. Pre-ordered goods are in none. */
export const GROUPS: readonly DemoGroup[] = [
  {
    names: { en: 'Dairy and eggs', fi: 'Maitotuotteet ja munat', sv: 'Mejeri och ägg' },
    products: toKeys(
      'light-milk skimmed-milk organic-whole-milk buttermilk whipping-cream plain-yoghurt blueberry-yoghurt butter creamy-cheese goat-cheese squeaky-cheese cottage-cheese eggs',
    ),
  },
  {
    names: { en: 'Bread and pastries', fi: 'Leivät ja leivonnaiset', sv: 'Bröd och bakverk' },
    products: toKeys(
      'rye-bread archipelago-bread oat-bread crispbread bread-rolls karelian-pasties cinnamon-bun blueberry-pie',
    ),
  },
  {
    names: { en: 'Fish and meat', fi: 'Kala ja liha', sv: 'Fisk och kött' },
    products: toKeys('rainbow-trout-fillet smoked-salmon herring-fillets ring-sausage minced-beef chicken-breast'),
  },
  {
    names: { en: 'Fruit and vegetables', fi: 'Hedelmät ja vihannekset', sv: 'Frukt och grönt' },
    products: toKeys(
      'new-potatoes carrots cucumber tomatoes potted-lettuce onions apples bananas strawberries blueberries lingonberries chanterelles',
    ),
  },
  {
    names: { en: 'Groceries', fi: 'Kuivatavara ja säilykkeet', sv: 'Torrvaror och konserver' },
    products: toKeys(
      'wheat-flour rolled-oats spaghetti pea-soup rapeseed-oil honey strawberry-jam filter-coffee black-tea',
    ),
  },
  {
    names: { en: 'Sweets and ice cream', fi: 'Makeiset ja jäätelö', sv: 'Godis och glass' },
    products: toKeys('vanilla-ice-cream ice-cream-cone milk-chocolate pick-and-mix salty-liquorice potato-crisps'),
  },
  {
    names: { en: 'Drinks', fi: 'Juomat', sv: 'Drycker' },
    products: toKeys('orange-juice mineral-water cola apple-lemonade energy-drink lager alcohol-free-beer'),
  },
  {
    names: { en: 'Household', fi: 'Kotitalous', sv: 'Hushåll' },
    products: toKeys('hand-soap toilet-paper candles matches firewood cat-food newspaper'),
  },
]

/** Keys of products without a purchase price, so that the margin report has some to count. */
export const WITHOUT_PURCHASE_PRICE: ReadonlySet<string> = new Set(['pick-and-mix', 'firewood', 'newspaper'])
