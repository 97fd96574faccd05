import type { Finding, Invariant } from './check.ts'
import type { LotFact, LotFacts, MailFact, PackageFact, RecallFact } from './facts.ts'

/** I15 and I18 to I20: packages whose codes name a lot or a date, from the scan to a recall. */
export const checkLots = (facts: LotFacts): Finding[] => [
  ...findUnsellable(facts),
  ...findWrongLots(facts),
  ...facts.recalls.flatMap(recall => findWrongBuyers(facts, recall)),
  ...findOtherPrices(facts),
]

const toFindings = (invariant: Invariant, what: string, rows: readonly unknown[]): Finding[] =>
  rows.map(each => ({ invariant, what, rows: each }))

const isOfRecall = ({ product_id, lot }: PackageFact, recall: RecallFact): boolean =>
  product_id === recall.product_id && lot !== null && recall.lots.includes(lot)

/** The server judges a package when it is ordered, and again when it is paid: its day may have ended, its lot may have been recalled. */
function findUnsellable({ packages, recalls }: LotFacts): Finding[] {
  const isPast = ({ use_by, ordered_on, begun_on }: PackageFact) =>
    use_by !== null && (use_by < ordered_on || (begun_on !== null && use_by < begun_on))
  const isBegunAfter = ({ begun_at }: PackageFact, { confirmed_at }: RecallFact) =>
    begun_at !== null && confirmed_at !== null && begun_at > confirmed_at
  const isRecalled = (line: PackageFact) =>
    recalls.some(
      recall => isOfRecall(line, recall) && (line.ordered_at >= recall.started_at || isBegunAfter(line, recall)),
    )
  return [
    ...toFindings('I15', 'a package after its last day', packages.filter(isPast)),
    ...toFindings('I15', 'a package of a recalled lot', packages.filter(isRecalled)),
  ]
}

/** A delivery may have named only the lot, or only the date. */
const differs = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other

/** What a shelf has besides its lots is of no known lot. There is so much of it that no sale needs another lot than its own. */
function findWrongLots({ lots, packages, shelves }: LotFacts): Finding[] {
  const shelfKey = ({ store_id, product_id }: Pick<LotFact, 'store_id' | 'product_id'>) => `${store_id}/${product_id}`
  const lotsByShelf = Map.groupBy(lots, shelfKey)
  const isOther = ({ lot, last_day }: PackageFact, part: PackageFact['parts'][number]) =>
    differs(lot, part.lot) || differs(last_day, part.last_day)
  const isTooMuch = ({ parts, quantity_thousandths, is_sold }: PackageFact) =>
    sum(parts.map(part => part.quantity_thousandths)) > (is_sold ? quantity_thousandths : 0)
  const isLess = (shelf: LotFacts['shelves'][number]) =>
    sum((lotsByShelf.get(shelfKey(shelf)) ?? []).map(({ there }) => there)) > Math.max(shelf.on_shelf, 0)
  const isOfOther = (line: PackageFact) => line.parts.some(part => isOther(line, part))
  return [
    ...toFindings(
      'I18',
      'a lot is not the sum of its moves',
      lots.filter(lot => lot.there !== lot.in_ledger),
    ),
    ...toFindings('I18', 'a shelf has less than its lots', shelves.filter(isLess)),
    ...toFindings('I18', 'a sale took more out of lots than it sold', packages.filter(isTooMuch)),
    ...toFindings('I18', 'a sale took another lot than its code names', packages.filter(isOfOther)),
  ]
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** In English, the language of all shoppers of a run. */
const CERTAIN_TEXT = 'from a lot that has been recalled'
const UNKNOWN_TEXT = 'Some lots of it have been recalled'

/** Who bought a recalled lot is told so; who bought packages of no known lot is told to look at them; others are told nothing. */
function findWrongBuyers({ packages, mails, isIdle }: LotFacts, recall: RecallFact): Finding[] {
  const sold = packages.filter(({ product_id, is_sold }) => is_sold && product_id === recall.product_id)
  const certain = new Set(sold.filter(line => isOfRecall(line, recall)).map(line => line.user_id))
  const possible = new Set(sold.filter(({ lot }) => lot === null).map(line => line.user_id))
  const isStranger = ({ user_id, is_certain }: RecallFact['buyers'][number]) =>
    !(is_certain ? certain : possible).has(user_id)
  const found = new Map(recall.buyers.map(buyer => [buyer.user_id, buyer]))
  const isMissing = (user_id: number) =>
    !found.has(user_id) || (certain.has(user_id) && !found.get(user_id)?.is_certain)
  const missing = isIdle ? [...new Set([...certain, ...possible])].filter(isMissing) : []
  const byEmail = new Map(recall.buyers.map(buyer => [buyer.email, buyer.user_id]))
  const isWrong = ({ recipient, text }: MailFact) => {
    const userId = byEmail.get(recipient) ?? 0
    return text.includes(CERTAIN_TEXT) ? !certain.has(userId) : text.includes(UNKNOWN_TEXT) && !possible.has(userId)
  }
  const letters = mails.filter(({ text }) => recall.lots.some(lot => text.includes(lot)))
  return [
    ...toFindings('I19', 'a recall was sent to who did not buy it', recall.buyers.filter(isStranger)),
    ...toFindings('I19', 'a buyer was not told of a recall', missing),
    ...toFindings('I19', 'a mail of a recall with the wrong text', letters.filter(isWrong)),
  ]
}

/** On the same day: the next day reduces it further. */
function findOtherPrices({ packages, scans }: LotFacts): Finding[] {
  const key = (goods: { order_id: number; product_id: number; lot: string | null }) =>
    `${goods.order_id}/${goods.product_id}/${goods.lot}`
  const lines = new Map(packages.map(line => [key(line), line]))
  const isOther = (scan: LotFacts['scans'][number]) => {
    const line = lines.get(key(scan))
    return line !== undefined && line.ordered_on === scan.on && line.unit_price_cents !== scan.cents
  }
  return toFindings('I20', 'another price than at the scan', scans.filter(isOther))
}
