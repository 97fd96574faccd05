import type { Lot } from '#domain/catalogue/lot.ts'
import { findSteps, judgeLot } from '#domain/catalogue/markdown.ts'
import { lineTotalCents } from '#domain/catalogue/vat.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { GROUPS } from '#server/seed/demo-data/groups.ts'
import { SHELF_LIVES, toMarkdownRules } from '#server/seed/demo-data/shelf-lives.ts'
import type { DemoProduct } from '#server/seed/demo-data/types.ts'
import type { GeneratedLine } from './generated-order.ts'
import type { MadeMove } from './make-stock.ts'
import { createRandom } from './random.ts'

/** The packages of a product that a delivery brought, and what later moves took of them. */
export type MadeLot = Pick<MadeMove, 'store' | 'product'> & {
  lot: Lot
  remainingThousandths: number
  parts: { move: MadeMove; quantityThousandths: number }[]
}

/** How often the code with the lot is scanned instead of the EAN. */
const SCANNED_SHARE = 0.7

const getDate = ({ at }: MadeMove): string => shopDate(new Date(at))

/**
 * The lots of the moves, oldest first on each shelf. As in a store, what is taken is of the oldest. What is left of a lot is good
 * until `today` at least.
 */
export function makeLots(moves: readonly MadeMove[], today: string): MadeLot[] {
  const dated = moves.filter(({ product }) => SHELF_LIVES[product.key])
  const shelves = Map.groupBy(dated, ({ store, product }) => `${store} ${product.key}`)
  return [...shelves.values()].flatMap(shelf => nameEnds(splitShelf(shelf), today))
}

/** The deliveries to a shelf, each with what was taken of it. What they don't have is of the opening stock. */
function splitShelf(moves: readonly MadeMove[]): MadeLot[] {
  const lots: MadeLot[] = []
  for (const move of moves) {
    const { kind, store, product, quantityThousandths } = move
    if (kind === 'delivery')
      lots.push({
        store,
        product,
        lot: {},
        remainingThousandths: quantityThousandths,
        parts: [{ move, quantityThousandths }],
      })
    let missing = -quantityThousandths
    for (const lot of lots) {
      const part = Math.min(missing, lot.remainingThousandths)
      if (part <= 0) continue
      missing -= part
      lot.remainingThousandths -= part
      lot.parts.push({ move, quantityThousandths: -part })
    }
  }
  return lots
}

/** In how many days what is left of a lot ends at the earliest. */
const ENDS_IN_DAYS = [0, 1, 2, 4, 6, 9]

/** Names the number and the last day of each lot: it was not sold after that day, and ends no earlier than an older one. */
function nameEnds(lots: readonly MadeLot[], today: string): MadeLot[] {
  let earliest = ''
  return lots.flatMap(made => {
    const [delivery] = made.parts
    const life = SHELF_LIVES[made.product.key]
    if (!delivery || !life) return []
    const delivered = getDate(delivery.move)
    const { pick } = createRandom(`ends ${made.store} ${made.product.key} ${delivered}`)
    const there = made.remainingThousandths > 0
    const lastThere = there ? plusDays(today, pick(ENDS_IN_DAYS)) : getDate(made.parts.at(-1)?.move ?? delivery.move)
    const day = [plusDays(delivered, life.days), lastThere, earliest].toSorted().at(-1) ?? today
    earliest = day
    return [{ ...made, lot: { lot: `L${delivered.slice(5).replace('-', '')}`, [life.kind]: day } }]
  })
}

const getGroup = (key: string): number => GROUPS.findIndex(({ products }) => products.includes(key))
const RULES = toMarkdownRules(getGroup)

/** The steps by which the demo's rules reduce a product. */
export const getSteps = ({ key }: DemoProduct) => findSteps(RULES, { productId: 0, groupId: getGroup(key) })

/** Names the lot in most sales that were of one lot, and reduces their prices as the rules did on their days. */
export function nameSoldLots(lots: readonly MadeLot[]): void {
  for (const { lot, parts, product, store } of lots) {
    const random = createRandom(`scans ${store} ${product.key} ${lot.lot}`)
    for (const { move, quantityThousandths } of parts) {
      const { line } = move
      const isWhole = quantityThousandths === move.quantityThousandths
      if (move.kind === 'sale' && line && isWhole && random.isBelow(SCANNED_SHARE))
        nameLot(line, lot, { markdown: getSteps(product), date: getDate(move) })
    }
  }
}

type Scanned = { markdown: ReturnType<typeof getSteps>; date: string }

function nameLot(line: GeneratedLine, lot: Lot, { markdown, date }: Scanned): void {
  line.lot = lot
  const judged = judgeLot({ priceCents: line.product.priceCents, markdown }, lot, date)
  if (judged.kind !== 'sold' || judged.percent === undefined) return
  line.reduced = { percent: judged.percent, priceCents: judged.priceCents }
  line.totalCents = lineTotalCents({
    unitPriceCents: judged.priceCents,
    quantityThousandths: line.quantityThousandths,
  })
}
