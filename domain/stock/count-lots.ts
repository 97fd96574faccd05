import { lastDay, type Lot } from '#domain/catalogue/lot.ts'

/** `key`: of `lotGoodsKey`. */
export type CountedLot = { key: string; thousandths: number }

/** What a shelf keeps as one lot: the number, and the day whichever kind of date it is. */
export const lotGoodsKey = (lot: Lot): string => `${lot.lot ?? ''}/${lastDay(lot) ?? ''}`

type ShelfStock = {
  thereThousandths: number
  /** The oldest first. */
  lots: readonly CountedLot[]
}
type ShelfCount = {
  /** Of the whole shelf. */
  countedThousandths: number
  /** How much of it is of which lot. */
  knownLots: readonly CountedLot[]
}

/** A move of the shelf, and the parts of it that are of lots, all of its sign. */
export type CountMove = { quantityThousandths: number; parts: CountedLot[] }

/**
 * The moves that make a shelf as it was counted: out of lots first, then into lots. Of the lots that the count doesn't name, the oldest
 * are missing where the shelf has too little.
 */
export function countLots(
  { thereThousandths, lots }: ShelfStock,
  { countedThousandths, knownLots }: ShelfCount,
): CountMove[] {
  const before = new Map(lots.map(({ key, thousandths }) => [key, thousandths]))
  const after = fillLots(lots, { countedThousandths, knownLots })
  const parts = [...after].flatMap(([key, thousandths]) => {
    const change = thousandths - (before.get(key) ?? 0)
    return change === 0 ? [] : [{ key, thousandths: change }]
  })
  const [out, into] = [parts.filter(part => part.thousandths < 0), parts.filter(part => part.thousandths > 0)]
  const unnamed = countedThousandths - thereThousandths - addUp(parts)
  const moves = [
    { quantityThousandths: addUp(out) + Math.min(unnamed, 0), parts: out },
    { quantityThousandths: addUp(into) + Math.max(unnamed, 0), parts: into },
  ]
  return moves.filter(({ quantityThousandths }) => quantityThousandths !== 0)
}

/** What each lot has after a count, never more than the shelf. */
function fillLots(lots: ShelfStock['lots'], { countedThousandths, knownLots }: ShelfCount): Map<string, number> {
  const after = new Map<string, number>()
  let room = Math.max(countedThousandths, 0)
  const others = lots.filter(({ key }) => !knownLots.some(each => each.key === key))
  for (const { key, thousandths } of [...knownLots, ...others.toReversed()]) {
    const portion = Math.min(Math.max(thousandths, 0), room)
    after.set(key, portion)
    room -= portion
  }
  return after
}

const addUp = (parts: readonly CountedLot[]): number => parts.reduce((sum, { thousandths }) => sum + thousandths, 0)
