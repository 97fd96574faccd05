import type { Texts } from './types.ts'

type DemoGroup = { readonly names: Texts; readonly products: readonly string[] }

const keys = (text: string) => text.split(' ')

/** In the order of the shelf, with the keys of their products. Pre-ordered goods are in none. */
export const GROUPS: readonly DemoGroup[] = [
  {
    names: { en: 'Dairy and eggs', fi: 'Maitotuotteet ja munat', sv: 'Mejeri och ägg' },
    products: keys(
      'light-milk skimmed-milk organic-whole-milk buttermilk whipping-cream plain-yoghurt blueberry-yoghurt butter creamy-cheese goat-cheese squeaky-cheese cottage-cheese eggs',
    ),
  },
  {
    names: { en: 'Bread and pastries', fi: 'Leivät ja leivonnaiset', sv: 'Bröd och bakverk' },
    products: keys(
      'rye-bread archipelago-bread oat-bread crispbread bread-rolls karelian-pasties cinnamon-bun blueberry-pie',
    ),
  },
  {
    names: { en: 'Fish and meat', fi: 'Kala ja liha', sv: 'Fisk och kött' },
    products: keys('rainbow-trout-fillet smoked-salmon herring-fillets ring-sausage minced-beef chicken-breast'),
  },
  {
    names: { en: 'Fruit and vegetables', fi: 'Hedelmät ja vihannekset', sv: 'Frukt och grönt' },
    products: keys(
      'new-potatoes carrots cucumber tomatoes potted-lettuce onions apples bananas strawberries blueberries lingonberries chanterelles',
    ),
  },
  {
    names: { en: 'Groceries', fi: 'Kuivatavara ja säilykkeet', sv: 'Torrvaror och konserver' },
    products: keys(
      'wheat-flour rolled-oats spaghetti pea-soup rapeseed-oil honey strawberry-jam filter-coffee black-tea',
    ),
  },
  {
    names: { en: 'Sweets and ice cream', fi: 'Makeiset ja jäätelö', sv: 'Godis och glass' },
    products: keys('vanilla-ice-cream ice-cream-cone milk-chocolate pick-and-mix salty-liquorice potato-crisps'),
  },
  {
    names: { en: 'Drinks', fi: 'Juomat', sv: 'Drycker' },
    products: keys('orange-juice mineral-water cola apple-lemonade energy-drink lager alcohol-free-beer'),
  },
  {
    names: { en: 'Household', fi: 'Kotitalous', sv: 'Hushåll' },
    products: keys('hand-soap toilet-paper candles matches firewood cat-food newspaper'),
  },
]

/** Keys of products without a purchase price, so that the margin report has some to count. */
export const WITHOUT_PURCHASE_PRICE: ReadonlySet<string> = new Set(['pick-and-mix', 'firewood', 'newspaper'])
