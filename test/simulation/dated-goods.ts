import { type Lot, lotKey } from '#domain/catalogue/lot.ts'
import { type JudgedProduct, judgeLot } from '#domain/catalogue/markdown.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts'
import type { Chances } from '#test/faults/chances.ts'
import type { ScanFact } from '#test/faults/checker/facts.ts'
import type { PackageInput, RecallRow } from './memory/memory-lots.ts'
import type { World } from './world.ts'

const YESTERDAY = '2026-10-31'
const TODAY = '2026-11-01'
const TOMORROW = '2026-11-02'
const LATER = '2026-12-01'

/** An empty lot: a package whose code names none. */
type DatedProduct = { id: number; judged: JudgedProduct; packages: readonly Lot[] }

const PRODUCTS: readonly DatedProduct[] = [
  {
    id: 11,
    judged: {
      priceCents: 199,
      markdown: [
        { days_left: 1, percent: 30 },
        { days_left: 0, percent: 50 },
      ],
    },
    packages: [{ lot: 'M1', bestBefore: TOMORROW }, { lot: 'M2', bestBefore: LATER }, { bestBefore: TODAY }, {}],
  },
  {
    id: 12,
    judged: { priceCents: 745 },
    packages: [
      { lot: 'F1', useBy: YESTERDAY },
      { lot: 'F2', useBy: TODAY },
      { lot: 'F3', useBy: LATER },
    ],
  },
  {
    id: 13,
    judged: { priceCents: 520 },
    packages: [{ lot: 'C1', bestBefore: LATER }, { lot: 'C2', bestBefore: LATER }, { lot: 'C1' }, {}],
  },
]

const RECALLED = [
  { productId: 11, lot: 'M2' },
  { productId: 12, lot: 'F3' },
  { productId: 13, lot: 'C1' },
]

/** So much that no sale needs another lot than its own, and so little of a lot that some run out. */
const DELIVERED_THOUSANDTHS = 200_000
const OF_EACH_LOT_THOUSANDTHS = 6000

/** Delivers products with lots, lets a day end at some time, and recalls lots while shoppers buy. */
export function openDatedGoods(world: World, chances: Chances): void {
  const { agenda, repository } = world
  const { rows } = repository
  const midnight = agenda.now + chances.between(10 * SECOND_MS, 5 * MINUTE_MS)
  rows.lots.getToday = () => (agenda.now < midnight ? TODAY : TOMORROW)
  for (const { id, judged, packages } of PRODUCTS) {
    rows.lots.products.set(id, judged)
    const lotsOnShelf = packages.filter(lot => lotKey(lot) !== '')
    const lots = lotsOnShelf.map(lot => ({ lot, thousandths: OF_EACH_LOT_THOUSANDTHS }))
    rows.deliver(id, DELIVERED_THOUSANDTHS, lots)
  }
  for (const { productId, lot } of RECALLED) {
    const recall = () =>
      world.database.request(world.recalls.begin(productId, lot), result => {
        if (result === 'failed') agenda.after(SECOND_MS, recall)
      })
    agenda.after(chances.between(5 * SECOND_MS, 3 * MINUTE_MS), recall)
  }
}

export type ScannedPackage = PackageInput & Pick<ScanFact, 'on' | 'cents'>

/** A phone that scans packages, with a list of products that may be older than a recall. */
export class ScanningPhone {
  readonly #world: World
  readonly #chances: Chances
  /** That it knows. */
  #recalls: readonly Pick<RecallRow, 'productId' | 'lot'>[] = []

  constructor(world: World, chances: Chances) {
    this.#world = world
    this.#chances = chances
  }

  loadProducts(): void {
    this.#recalls = [...this.#world.repository.rows.lots.recalls]
  }

  /** Packages of different lots for a basket. Some are ordered although the phone refuses them: its program may be another. */
  scan(): ScannedPackage[] {
    const { rows } = this.#world.repository
    if (rows.lots.products.size === 0 || this.#chances.isTrue(0.3)) return []
    if (this.#chances.isTrue(0.3)) this.loadProducts()
    const on = rows.lots.getToday()
    const chosen = PRODUCTS.filter(() => this.#chances.isTrue(0.5)).map(product => {
      const lot = this.#chances.pick(product.packages)
      const recalledLots = this.#recalls.filter(({ productId }) => productId === product.id).map(recall => recall.lot)
      const judged = judgeLot({ ...product.judged, recalledLots }, lot, on)
      if (judged.kind !== 'sold' && this.#chances.isTrue(0.8)) return undefined
      const cents = judged.kind === 'sold' ? judged.priceCents : product.judged.priceCents
      const quantityThousandths = 1000 * (1 + this.#chances.below(2))
      return { id: rows.nextId(), productId: product.id, quantityThousandths, lot, on, cents }
    })
    return chosen.filter(each => each !== undefined)
  }
}
