import type { SettlementLine } from './settlement.ts'

/** A payment or a refund as the shop has it. */
export type ShopMove = {
  kind: 'payment' | 'refund'
  id: number
  /** Never negative. */
  amountCents: number
  currency: string
  /** Whether money moved, as far as the shop knows. */
  isDone: boolean
  /** What a provider may name it by; of a refund, also what names its payment. */
  keys: readonly string[]
  paymentKeys: readonly string[]
  /** Whether a stored line of another report has it already. */
  isSettled: boolean
}

export const FINDINGS = [
  /** The shop has no such payment or refund. */
  'unknown',
  /** The shop has it, but as one that moved no money. */
  'notDone',
  'amount',
  /** Another line has it already. */
  'twice',
  /** Something else than a payment, refund or fee, such as a chargeback. */
  'other',
] as const
export type Finding = (typeof FINDINGS)[number]

type MatchedLine = Pick<SettlementLine, 'kind' | 'keys' | 'paymentKeys' | 'amountCents' | 'currency'>
export type LineMatch = { move: ShopMove | undefined; finding: Finding | null }

/**
 * Finds the shop's payment or refund of each line. Each is found once: a second line of it is `twice`. Lines that name it come first, then
 * refunds by their payment and amount, of providers that have no names for refunds.
 */
export function matchLines(lines: readonly MatchedLine[], moves: readonly ShopMove[]): LineMatch[] {
  const used = new Set(moves.filter(({ isSettled }) => isSettled))
  const byKey = { payment: new Map<string, ShopMove[]>(), refund: new Map<string, ShopMove[]>() }
  const refundsByPayment = new Map<string, ShopMove[]>()
  for (const move of moves) {
    for (const key of move.keys) addTo(byKey[move.kind], key, move)
    if (move.kind === 'refund') for (const key of move.paymentKeys) addTo(refundsByPayment, key, move)
  }
  const use = (line: MatchedLine, candidates: readonly ShopMove[]): LineMatch | undefined => {
    const [first] = candidates
    if (!first) return undefined
    const free = candidates.filter(move => !used.has(move))
    const move = free.find(each => isSameAmount(line, each)) ?? free[0]
    if (!move) return { move: first, finding: 'twice' }
    used.add(move)
    return { move, finding: !move.isDone ? 'notDone' : isSameAmount(line, move) ? null : 'amount' }
  }
  const matches = lines.map((line): LineMatch | undefined => {
    if (line.kind === 'fee') return { move: undefined, finding: null }
    if (line.kind === 'other') return { move: findIn(byKey.payment, line.paymentKeys)[0], finding: 'other' }
    return use(line, findIn(byKey[line.kind], line.keys))
  })
  const sameAmount = lines.map((line, at) => {
    if (matches[at] || line.kind !== 'refund') return matches[at]
    return use(
      line,
      findIn(refundsByPayment, line.paymentKeys).filter(move => !used.has(move) && isSameAmount(line, move)),
    )
  })
  return lines.map((line, at) => {
    const free = findIn(refundsByPayment, line.paymentKeys).filter(move => !used.has(move))
    const only = line.kind === 'refund' && free.length === 1 ? free : []
    return sameAmount[at] ?? use(line, only) ?? { move: undefined, finding: 'unknown' }
  })
}

const isSameAmount = (line: MatchedLine, move: ShopMove): boolean =>
  Math.abs(line.amountCents) === move.amountCents && line.currency === move.currency

function addTo(map: Map<string, ShopMove[]>, key: string, move: ShopMove): void {
  const list = map.get(key)
  if (list) list.push(move)
  else map.set(key, [move])
}

const findIn = (map: ReadonlyMap<string, ShopMove[]>, keys: readonly string[]): ShopMove[] => [
  ...new Set(keys.flatMap(key => map.get(key) ?? [])),
]
