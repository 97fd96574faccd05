import { lastDay, type Lot } from '#domain/catalogue/lot.ts'
import { judgeLot, type JudgedProduct } from '#domain/catalogue/markdown.ts'
import { type Refusal, refuse } from '#server/platform/http/refusal.ts'
import type { LineRow } from './memory-rows.ts'

type LotRow = { id: number; productId: number; lot: Lot; thousandths: number }

/** What came into a lot or went out of it; `lineId`: of a sale. */
type LotMoveRow = { lineId: number | null; lotId: number; thousandths: number }

export type RecallRow = {
  readonly productId: number
  readonly lot: string
  readonly startedAt: number
  searchedUntil: number | null
  /** When the last search was committed. */
  searchedAt: number
  /** Whether each buyer certainly bought the lot. */
  readonly buyers: Map<number, boolean>
}

/** A package in a basket. An empty lot: its code names none. */
export type PackageInput = { id: number; productId: number; quantityThousandths: number; lot: Lot }

/** How a server judged a package. */
export type JudgedPackage = { lot: Lot; unitCents: number; percent: number | undefined }

/**
 * The lots of a store, its rules for packages with a date, and recalls by lot: `add_to_lot`, `take_from_lots` and `place_order` of
 * server/platform/schema/0.1.0, and price-order.ts.
 */
export class MemoryLots {
  /** Products whose packages have codes with lots. */
  readonly products = new Map<number, JudgedProduct>()
  readonly rows: LotRow[] = []
  readonly moves: LotMoveRow[] = []
  readonly recalls: RecallRow[] = []
  /** How often packages were refused. */
  readonly refusals = { recalled: 0, passed: 0 }
  /** The store's day. */
  getToday: () => string = () => ''

  /** The server's price of a package, by the recalls that it knows. */
  price(
    { lot, ...line }: PackageInput,
    today: string,
  ): LineRow | Refusal<'order.productRecalled' | 'order.datePassed'> {
    const recalledLots = this.getRecalledLots(line.productId)
    const judged = judgeLot({ ...this.products.get(line.productId)!, recalledLots }, lot, today)
    if (judged.kind !== 'sold') {
      const isRecalled = judged.kind === 'lot-recalled'
      this.refusals[isRecalled ? 'recalled' : 'passed']++
      return refuse(isRecalled ? 'order.productRecalled' : 'order.datePassed')
    }
    const { priceCents: unitCents, percent } = judged
    const totalCents = (unitCents * line.quantityThousandths) / 1000
    return { ...line, totalCents, judged: { lot, unitCents, percent } }
  }

  getRecalledLots(productId: number): string[] {
    return this.recalls.filter(recall => recall.productId === productId).map(({ lot }) => lot)
  }

  isRecalled({ productId, lot }: Pick<PackageInput, 'productId' | 'lot'>): boolean {
    return lot.lot !== undefined && this.getRecalledLots(productId).includes(lot.lot)
  }

  /** Whether a line may no longer be paid. */
  isUnsellable({ productId, judged }: LineRow, today: string): boolean {
    if (!judged) return false
    const { lot, percent } = judged
    const isPast = (day: string | undefined) => day !== undefined && day < today
    return isPast(lot.useBy) || (isPast(lot.bestBefore) && percent === undefined) || this.isRecalled({ productId, lot })
  }

  /** Puts delivered goods into a lot, as many as the shelf has. */
  add({ productId, lot, thousandths }: Omit<LotRow, 'id'>, shelfThousandths: number): void {
    const room = Math.min(thousandths, Math.max(shelfThousandths, 0) - this.#sum(productId))
    if (room <= 0) return
    const isSame = (row: LotRow) =>
      row.productId === productId && row.lot.lot === lot.lot && lastDay(row.lot) === lastDay(lot)
    const row = this.rows.find(isSame) ?? { id: this.rows.length + 1, productId, lot, thousandths: 0 }
    if (row.id > this.rows.length) this.rows.push(row)
    this.#move(row, { lineId: null, thousandths: room })
  }

  /** Takes a sale out of the named lot, or of the oldest ones if it names none. What a named lot lacks is of no known lot, if there is such. */
  reduce({ id: lineId, productId, quantityThousandths, lot }: PackageInput, shelfThousandths: number): void {
    const isReduced = (move: LotMoveRow) => move.lineId === lineId
    let remaining = quantityThousandths + addUp(this.moves.filter(isReduced))
    let excess = this.#sum(productId) - Math.max(shelfThousandths, 0)
    const day = lastDay(lot)
    const isNamed = (row: LotRow) => Number(lot.lot !== undefined && row.lot.lot === lot.lot)
    const isMeant = (row: LotRow) =>
      Number((lot.lot === undefined || row.lot.lot === lot.lot) && (day === undefined || lastDay(row.lot) === day))
    const there = this.rows
      .filter(row => row.productId === productId && row.thousandths > 0)
      .toSorted((a, b) => isMeant(b) - isMeant(a) || isNamed(b) - isNamed(a) || compareDays(a, b) || a.id - b.id)
    for (const row of there) {
      const thousandths = Math.min(row.thousandths, remaining, isMeant(row) ? remaining : excess)
      if (thousandths <= 0) continue
      this.#move(row, { lineId, thousandths: -thousandths })
      remaining -= thousandths
      excess -= thousandths
    }
  }

  #sum(productId: number): number {
    return addUp(this.rows.filter(row => row.productId === productId && row.thousandths > 0))
  }

  #move(row: LotRow, move: Omit<LotMoveRow, 'lotId'>): void {
    row.thousandths += move.thousandths
    this.moves.push({ ...move, lotId: row.id })
  }
}

const addUp = (rows: readonly { thousandths: number }[]) => rows.reduce((sum, { thousandths }) => sum + thousandths, 0)

const compareDays = (a: LotRow, b: LotRow): number => {
  const [one, other] = [lastDay(a.lot) ?? '9999', lastDay(b.lot) ?? '9999']
  return one < other ? -1 : one > other ? 1 : 0
}
