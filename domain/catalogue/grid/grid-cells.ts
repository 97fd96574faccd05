import type { BulkCampaign } from '#domain/catalogue/bulk-campaign.ts'
import { NO_WORDS, YES_WORDS } from '#domain/catalogue/imports/sheet-cells.ts'
import { MAX_PRICE_CENTS, type PlanProblem, planProblems } from '#domain/catalogue/price-plan.ts'
import { MAX_QUANTITY_THOUSANDTHS } from '#domain/catalogue/product-form.ts'
import { parsePurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { daysText, readDayText } from '#domain/format/day-text.ts'
import { comparisonKey } from '#domain/format/normalise-text.ts'
import { centsFromEuros } from '#domain/money.ts'
import { parseDecimalInput, thousandthsFromQuantity } from '#domain/quantity.ts'
import { GRID_FIELDS, type GridField, type GridValues } from './grid-change.ts'

export type GridColumn = GridField | 'margin'

const [PRICE, PURCHASE_PRICE, ...OTHER_FIELDS] = GRID_FIELDS
/** The columns that are edited. The margin is no field: it follows the price, and the price follows it. */
export const GRID_COLUMNS: readonly GridColumn[] = [PRICE, PURCHASE_PRICE, 'margin', ...OTHER_FIELDS]

/** What a row has besides the values that are edited. */
export type GridProduct = GridValues & { id: number; name: string; deposit: number; product_code_type: string }

type CellChoice = { id: number; name: string }

/** What cells are written and read with. */
export type CellContext = {
  groups: readonly CellChoice[]
  vatClasses: readonly (CellChoice & { basisPoints: number | null })[]
  yes: string
  no: string
  today: string
  /** The days of a campaign whose cell names only a price. */
  campaignDays: { from_day: string; until_day: string }
}

/** Why a cell's text is no value; the web has a text for each. */
export const CELL_PROBLEMS = [
  'amount',
  'quantity',
  'yesOrNo',
  'group',
  'vatClass',
  'purchasePrice',
  'noPurchasePrice',
  'margin',
  'belowDeposit',
  'campaign',
  'campaignNotLower',
  'campaignPast',
  'campaignTooLong',
  'onLabel',
] as const
export type CellProblem = (typeof CELL_PROBLEMS)[number]

export type ReadCell = { value: GridValues[GridField] } | { problem: CellProblem }

const makeFormat = (minimumFractionDigits: number, maximumFractionDigits: number) =>
  new Intl.NumberFormat('fi-FI', { minimumFractionDigits, maximumFractionDigits, useGrouping: false })
// U+2212 would not be a number in a spreadsheet.
const withHyphen = (format: Intl.NumberFormat) => (value: number) => format.format(value).replace('\u2212', '-')
const euroText = withHyphen(makeFormat(2, 2))
const purchasePriceText = withHyphen(makeFormat(2, 4))
const quantityText = withHyphen(makeFormat(0, 3))
const marginText = withHyphen(makeFormat(0, 1))

/** A margin in basis points as its cell shows it: `32,5`. */
export const writeMargin = (basisPoints: number | undefined): string =>
  basisPoints === undefined ? '' : marginText(basisPoints / 100)

/** A value as its cell shows it, and as it is copied: `readCell` reads it back. */
export function writeCell(field: GridField, value: GridValues[GridField], context: CellContext): string {
  if (value === null) return ''
  if (typeof value === 'object') return campaignText(value)
  if (typeof value === 'boolean') return value ? context.yes : context.no
  if (field === 'group_id') return nameIn(context.groups, value)
  if (field === 'vat_class_id') return nameIn(context.vatClasses, value)
  if (field === 'price') return euroText(value)
  return field === 'purchase_price' ? purchasePriceText(value) : quantityText(value)
}

const nameIn = (choices: readonly CellChoice[], id: number) => choices.find(each => each.id === id)?.name ?? String(id)

const campaignText = ({ price, from_day, until_day }: BulkCampaign) =>
  `${euroText(price)} ${daysText({ start_date: from_day, end_date: until_day })}`

/** The value of a text in a cell of a product, whose other cells may be changed too. */
export function readCell(
  field: GridField,
  text: string,
  { product, context }: { product: GridProduct; context: CellContext },
): ReadCell {
  switch (field) {
    case 'price':
      return readPrice(text, product)
    case 'purchase_price': {
      const price = parseDecimalInput(text)
      return price !== undefined && parsePurchasePrice(price) !== undefined
        ? { value: price }
        : { problem: 'purchasePrice' }
    }
    case 'alarm_limit':
      return readQuantity(text, 0)
    case 'order_pack':
      return readPack(text, product)
    case 'group_id':
      return text.trim() === '' ? { value: null } : (readChoice(text, context.groups) ?? { problem: 'group' })
    case 'vat_class_id':
      return readVatClass(text, context)
    case 'enabled':
    case 'offered':
      return readYesOrNo(text, context)
    default:
      return readCampaign(text, { product, context })
  }
}

function readPrice(text: string, { deposit }: GridProduct): ReadCell {
  const price = parseDecimalInput(text)
  const cents = price === undefined ? undefined : centsFromEuros(price)
  if (price === undefined || cents === undefined || cents < 0 || cents > MAX_PRICE_CENTS) return { problem: 'amount' }
  return price < deposit ? { problem: 'belowDeposit' } : { value: price }
}

function readQuantity(text: string, minThousandths: number): ReadCell {
  if (text.trim() === '') return { value: null }
  const quantity = parseDecimalInput(text)
  const thousandths = quantity === undefined ? undefined : thousandthsFromQuantity(quantity)
  const isInRange =
    thousandths !== undefined && thousandths >= minThousandths && thousandths <= MAX_QUANTITY_THOUSANDTHS
  return quantity !== undefined && isInRange ? { value: quantity } : { problem: 'quantity' }
}

/** What is sold by the piece is ordered in whole pieces. */
function readPack(text: string, { product_code_type: type }: GridProduct): ReadCell {
  const read = readQuantity(text, 1)
  const isBroken = 'value' in read && typeof read.value === 'number' && !Number.isInteger(read.value)
  return isBroken && type === 'standard' ? { problem: 'quantity' } : read
}

function readChoice(text: string, choices: readonly CellChoice[]): ReadCell | undefined {
  const key = comparisonKey(text)
  const found = choices.find(({ name }) => comparisonKey(name) === key)
  return found && { value: found.id }
}

/** By its name as shown, or by its rate: `25,5 %`. */
function readVatClass(text: string, { vatClasses }: CellContext): ReadCell {
  const rate = parseDecimalInput(text.replace('%', ''))
  const matching = vatClasses.filter(({ basisPoints }) => rate !== undefined && basisPoints === Math.round(rate * 100))
  const [only, another] = matching
  return readChoice(text, vatClasses) ?? (only && !another ? { value: only.id } : { problem: 'vatClass' })
}

const YES_CELLS = [...YES_WORDS, '✓']
const NO_CELLS = [...NO_WORDS, '', '-', '–']

function readYesOrNo(text: string, { yes, no }: CellContext): ReadCell {
  const key = comparisonKey(text)
  if (key === comparisonKey(yes) || YES_CELLS.includes(key)) return { value: true }
  return key === comparisonKey(no) || NO_CELLS.includes(key) ? { value: false } : { problem: 'yesOrNo' }
}

const WITH_DAYS = /^(\S+(?:\s?€)?)\s+([\d.]+)(?:\s*[-–]\s*([\d.]+))?$/

const PLAN_PROBLEMS: Readonly<Record<PlanProblem['problem'], CellProblem>> = {
  invalid: 'campaign',
  past: 'campaignPast',
  tooLong: 'campaignTooLong',
  belowDeposit: 'belowDeposit',
  notLower: 'campaignNotLower',
  onLabel: 'onLabel',
  taken: 'campaign',
}

/**
 * A price, and its days if they differ from those of the campaign that the product has, or of the grid: `2,50`,
 * `2,50 € 4.12.–6.12.2026`. Nothing ends the campaign.
 */
function readCampaign(text: string, { product, context }: { product: GridProduct; context: CellContext }): ReadCell {
  const plain = text.trim()
  if (plain === '') return { value: null }
  const [, priceText = plain, from, until = from] = WITH_DAYS.exec(plain) ?? []
  const price = parseDecimalInput(priceText)
  const days = from === undefined ? usualDays(product, context) : readDays([from, until ?? from], context.today)
  if (price === undefined || !days) return { problem: 'campaign' }
  const [found] = planProblems(
    { kind: 'campaign', price, ...days },
    {
      today: context.today,
      regularCents: centsFromEuros(product.price) ?? 0,
      depositCents: centsFromEuros(product.deposit) ?? 0,
      isPricedByLabel: product.product_code_type === 'bulk_encoded_price',
    },
  )
  return found ? { problem: PLAN_PROBLEMS[found.problem] } : { value: { price, ...days } }
}

function usualDays({ campaign }: GridProduct, { campaignDays, today }: CellContext) {
  if (!campaign) return campaignDays
  return { from_day: campaign.from_day < today ? today : campaign.from_day, until_day: campaign.until_day }
}

/** Days without a year are the next ones; the last day may have a year for both. */
function readDays([from, until]: readonly [string, string], today: string) {
  const last = readDayText(until) ?? nextDay(until, today)
  const first = readDayText(from) ?? (last && nextDay(from, today))
  return first && last ? { from_day: first, until_day: last < first ? withNextYear(last) : last } : undefined
}

const withNextYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`

function nextDay(text: string, today: string): string | undefined {
  const plain = text.replace(/\.$/, '')
  const year = Number(today.slice(0, 4))
  const days = [year, year + 1].map(each => readDayText(`${plain}.${each}`))
  return days.find(day => day !== undefined && day >= today)
}
