import type { MarkdownRule } from '#domain/catalogue/markdown.ts'

/** How many days after a delivery the packages of a product end, and how: `useBy` must not be eaten afterwards. */
type ShelfLife = { readonly days: number; readonly kind: 'useBy' | 'bestBefore' }

const untilUseBy = (days: number): ShelfLife => ({ days, kind: 'useBy' })
const untilBestBefore = (days: number): ShelfLife => ({ days, kind: 'bestBefore' })

/** Of the products whose packages name a lot and a date, and whose deliveries were received with them. */
export const SHELF_LIVES: Readonly<Record<string, ShelfLife>> = {
  'light-milk': untilBestBefore(8),
  'skimmed-milk': untilBestBefore(8),
  buttermilk: untilBestBefore(12),
  'whipping-cream': untilBestBefore(14),
  'plain-yoghurt': untilBestBefore(16),
  'cottage-cheese': untilBestBefore(15),
  'rye-bread': untilBestBefore(6),
  'oat-bread': untilBestBefore(5),
  'karelian-pasties': untilBestBefore(3),
  'cinnamon-bun': untilBestBefore(3),
  'herring-fillets': untilUseBy(3),
  'minced-beef': untilUseBy(6),
  'chicken-breast': untilUseBy(6),
}

/** The rules of all stores: for all products, and for the group of bread. `getGroup`: of a product by its key. */
export const toMarkdownRules = (getGroup: (productKey: string) => number | null): MarkdownRule[] => [
  {
    product_id: null,
    group_id: null,
    steps: [
      { days_left: 2, percent: 20 },
      { days_left: 0, percent: 50 },
    ],
  },
  {
    product_id: null,
    group_id: getGroup('rye-bread'),
    steps: [
      { days_left: 1, percent: 30 },
      { days_left: 0, percent: 50 },
    ],
  },
]
