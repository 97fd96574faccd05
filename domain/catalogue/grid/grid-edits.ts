import { TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { centsFromEuros, eurosFromCents } from '#domain/money.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import {
  type CellContext,
  type CellProblem,
  type GridColumn,
  type GridProduct,
  readCell,
  type ReadCell,
  writeCell,
  writeMargin,
} from './grid-cells.ts'
import { GRID_FIELDS, type GridField, type GridValues, isEqualValue, type RowChange } from './grid-change.ts'
import { computeMargin, type MarginFacts, priceForMargin } from './margin.ts'

/** A changed cell: the value that the product had, and what was entered. */
export type CellEntry = { from: GridValues[GridField]; text: string; read: ReadCell }
/** The changed cells of a product. `margin`: a margin from which no price follows. */
export type RowEntries = {
  name: string
  cells: { readonly [Field in GridField]?: CellEntry }
  margin?: { text: string; problem: CellProblem }
}

type EditStep = ReadonlyMap<number, { before: RowEntries | undefined; after: RowEntries | undefined }>

/** The unsaved changes of a grid by product, and the steps to undo and to repeat. */
export type GridEdits = {
  rows: ReadonlyMap<number, RowEntries>
  past: readonly EditStep[]
  future: readonly EditStep[]
}

export const NO_EDITS: GridEdits = { rows: new Map(), past: [], future: [] }

/** A product with the entered values. */
export function toShown(product: GridProduct, entries: RowEntries | undefined): GridProduct {
  const entered = Object.entries(entries?.cells ?? {}).flatMap(([field, { read }]) =>
    'value' in read ? [[field, read.value] as const] : [],
  )
  return entered.length === 0 ? product : { ...product, ...Object.fromEntries(entered) }
}

/** The problem of a cell that was entered. */
export function problemIn(entries: RowEntries | undefined, column: GridColumn): CellProblem | undefined {
  if (column === 'margin') return entries?.margin?.problem
  const read = entries?.cells[column]?.read
  return read && 'problem' in read ? read.problem : undefined
}

export const hasProblem = (entries: RowEntries): boolean =>
  entries.margin !== undefined || GRID_FIELDS.some(field => problemIn(entries, field) !== undefined)

type RowContext = { product: GridProduct; entries: RowEntries | undefined; context: CellContext }

/** What a cell shows: what was entered, else the product's value. */
export function cellText(column: GridColumn, { product, entries, context }: RowContext): string {
  if (column === 'margin') return entries?.margin?.text ?? writeMargin(findMargin(toShown(product, entries), context))
  const entry = entries?.cells[column]
  if (entry && 'problem' in entry.read) return entry.text
  return writeCell(column, entry && 'value' in entry.read ? entry.read.value : product[column], context)
}

/** The margin of a product in basis points; undefined without a purchase price. */
function findMargin(shown: GridProduct, context: CellContext): number | undefined {
  const facts = findMarginFacts(shown, context)
  const cents = centsFromEuros(shown.price)
  return facts && cents !== undefined ? computeMargin(cents, facts) : undefined
}

function findMarginFacts(shown: GridProduct, { vatClasses }: CellContext): MarginFacts | undefined {
  const vatBasisPoints = vatClasses.find(({ id }) => id === shown.vat_class_id)?.basisPoints ?? undefined
  const depositCents = centsFromEuros(shown.deposit)
  if (shown.purchase_price === null || vatBasisPoints === undefined || depositCents === undefined) return undefined
  return {
    depositCents,
    vatBasisPoints,
    purchaseTenThousandths: Math.round(shown.purchase_price * TEN_THOUSANDTHS_PER_EURO),
  }
}

export type EnteredCell = { product: GridProduct; column: GridColumn; text: string }

/** Enters texts as one step. Where a row gets a price and a margin, the price counts. */
export function enterCells(edits: GridEdits, entered: readonly EnteredCell[], context: CellContext): GridEdits {
  const step: [number, { before: RowEntries | undefined; after: RowEntries | undefined }][] = []
  for (const [id, cells] of Map.groupBy(entered, ({ product }) => product.id)) {
    const before = edits.rows.get(id)
    const hasPrice = cells.some(({ column }) => column === 'price')
    const after = cells
      .filter(({ column }) => !(hasPrice && column === 'margin'))
      .reduce((entries, { product, column, text }) => enterCell(column, text, { product, entries, context }), before)
    if (after !== before) step.push([id, { before, after }])
  }
  if (step.length === 0) return edits
  return { ...withStep(edits.rows, new Map(step), 'after'), past: [...edits.past, new Map(step)], future: [] }
}

function withStep(rows: GridEdits['rows'], step: EditStep, side: 'before' | 'after'): Pick<GridEdits, 'rows'> {
  const next = new Map(rows)
  for (const [id, sides] of step) {
    const entries = sides[side]
    if (entries) next.set(id, entries)
    else next.delete(id)
  }
  return { rows: next }
}

export function undoEdit({ rows, past, future }: GridEdits): GridEdits {
  const last = past.at(-1)
  if (!last) return { rows, past, future }
  return { ...withStep(rows, last, 'before'), past: past.slice(0, -1), future: [...future, last] }
}

export function redoEdit({ rows, past, future }: GridEdits): GridEdits {
  const next = future.at(-1)
  if (!next) return { rows, past, future }
  return { ...withStep(rows, next, 'after'), past: [...past, next], future: future.slice(0, -1) }
}

function enterCell(column: GridColumn, text: string, row: RowContext): RowEntries | undefined {
  const plain = text.trim()
  if (plain === cellText(column, row)) return row.entries
  if (column === 'margin') return enterMargin(plain, row)
  const { product, entries, context } = row
  const read = readCell(column, plain, {
    product: { ...toShown(product, entries), campaign: product.campaign },
    context,
  })
  const from = entries?.cells[column] ? entries.cells[column].from : product[column]
  const { [column]: _replaced, ...others } = entries?.cells ?? {}
  const isUnchanged = 'value' in read && isEqualValue(read.value, from)
  const cells = isUnchanged ? others : { ...others, [column]: { from, text: plain, read } }
  // A new price is no longer that of a margin.
  const margin = column === 'price' ? undefined : entries?.margin
  return followMargin({ name: product.name, cells, ...(margin && { margin }) }, row)
}

/** A margin waits for the purchase price that it needs. */
function followMargin(entries: RowEntries, row: RowContext): RowEntries | undefined {
  const { margin, ...others } = entries
  if (margin) {
    const again = enterMargin(margin.text, { ...row, entries: others })
    if (!again?.margin) return again
  }
  return withoutNothing(entries)
}

const withoutNothing = (entries: RowEntries): RowEntries | undefined =>
  Object.keys(entries.cells).length === 0 && !entries.margin ? undefined : entries

/** A margin sets the price to the nearest cent; nothing takes back one that had no price. */
function enterMargin(text: string, row: RowContext): RowEntries | undefined {
  const { product, entries, context } = row
  const { margin: _former, ...others } = entries ?? { name: product.name, cells: {} }
  if (text === '') return withoutNothing(others)
  const facts = findMarginFacts(toShown(product, entries), context)
  const percent = parseDecimalInput(text.replace('%', ''))
  const price = facts && percent !== undefined ? priceForMargin(Math.round(percent * 100), facts) : undefined
  if (price === undefined) {
    const hasPrice = facts !== undefined && facts.purchaseTenThousandths > 0
    return { ...others, margin: { text, problem: hasPrice ? 'margin' : 'noPurchasePrice' } }
  }
  return enterCell('price', writeCell('price', eurosFromCents(price), context), {
    product,
    entries: withoutNothing(others),
    context,
  })
}

/** What is to be saved: rows with a problem are not. */
export const toRowChanges = ({ rows }: Pick<GridEdits, 'rows'>): (RowChange & { product_id: number })[] =>
  [...rows].flatMap(([product_id, entries]) => {
    if (hasProblem(entries)) return []
    const cells = Object.entries(entries.cells).flatMap(([field, { from, read }]) =>
      'value' in read ? [[field, { from, to: read.value }] as const] : [],
    )
    return [{ product_id, ...Object.fromEntries(cells) }]
  })

/** Without the rows of some products, and without steps back: what is saved is undone as a whole. */
export function withoutRows({ rows }: GridEdits, ids: readonly number[]): GridEdits {
  const next = new Map(rows)
  for (const id of ids) next.delete(id)
  return { ...NO_EDITS, rows: next }
}

export type ConflictDecision = { id: number; field: GridField; side: 'mine' | 'theirs'; now: GridValues[GridField] }

/** Decides about a cell that another admin changed too: mine is saved over theirs, or theirs stays. */
export function decideCell(edits: GridEdits, { id, field, side, now }: ConflictDecision): GridEdits {
  const entries = edits.rows.get(id)
  const cell = entries?.cells[field]
  if (!entries || !cell) return edits
  const { [field]: _decided, ...others } = entries.cells
  const cells = side === 'mine' ? { ...others, [field]: { ...cell, from: now } } : others
  const after = withoutNothing({ ...entries, cells })
  const step = new Map([[id, { before: entries, after }]])
  return { ...withStep(edits.rows, step, 'after'), past: [...edits.past, step], future: [] }
}
