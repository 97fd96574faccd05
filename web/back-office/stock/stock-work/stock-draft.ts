import * as z from 'zod/mini'
import { product } from '#contract/catalogue/products.ts'
import type { StockMoves } from '#contract/stock/stock.ts'
import { parseDecimalInput, quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import { isQuantity, type MoveKind } from '#domain/stock/stock-moves.ts'
import { readEach } from '#web/kit/api/unreadable-work.ts'
import type { WorkKind } from './work-labels.ts'

/** The product data that stock work needs; stored in the browser with the counts. */
export const goods = z.object({
  productId: z.int(),
  name: z.string(),
  unit: z.string(),
  codeType: product.shape.product_code_type,
})
export type Goods = z.output<typeof goods>

/** A quantity as typed here: with a comma. */
const typed = (quantity: number): string => String(quantity).replace('.', ',')

/** Parses a typed quantity; undefined if it isn't valid for the kind of move. */
export function typedQuantity(text: string, kind: MoveKind, codeType: Goods['codeType']): number | undefined {
  const quantity = parseDecimalInput(text)
  return quantity !== undefined && isQuantity(quantity, kind, codeType) ? quantity : undefined
}

const draftLine = z.object({ ...goods.shape, text: z.string() })
/** A line as displayed: the quantity is the typed text. */
export type DraftLine = z.output<typeof draftLine>

const draft = z.object({
  /** Idempotency key: the same key again is the same request. */
  key: z.string(),
  reason: z.string(),
  lines: z.array(draftLine),
  /** Sent without a response yet: until there is one, the draft must not change. */
  isSent: z.boolean(),
})
export type Draft = z.output<typeof draft>

export const emptyFormValues = (key: string): Draft => ({ key, reason: '', lines: [], isSent: false })

const keptDraft = z.object({ ...draft.shape, lines: z.array(z.unknown()) })

/** The stored draft without its unreadable lines; a new one if there is none, or none of it can be read. */
export function readDraft(kept: unknown, newKey: () => string, onUnreadable: () => void): Draft {
  if (kept === undefined) return emptyFormValues(newKey())
  const read = z.safeParse(keptDraft, kept).data
  if (!read) {
    onUnreadable()
    return emptyFormValues(newKey())
  }
  return { ...read, lines: readEach(draftLine, read.lines, onUnreadable) }
}

/** Deliveries and waste come in parts, so each scan adds to the quantity. A count or a correction is a single figure. */
export const addsUp = (kind: WorkKind): boolean => kind === 'delivery' || kind === 'waste'

export type Addition = {
  kind: WorkKind
  goods: Goods
  /** 0: the code contains no quantity. */
  quantity: number
}

/** `added`: the scan contained the quantity. `ask`: the line needs one. `already`: 'Product already selected'. */
export type Added = { draft: Draft; outcome: 'added' | 'ask' | 'already' }

/** Adds a scan or a choice. Its line comes first. */
export function addToDraft(before: Draft, { kind, goods: scanned, quantity }: Addition): Added {
  const line = before.lines.find(({ productId }) => productId === scanned.productId)
  const others = before.lines.filter(each => each !== line)
  const isTold = addsUp(kind) && quantity > 0 && scanned.codeType !== 'bulk'
  if (line && !isTold) return { draft: before, outcome: 'already' }
  const text = isTold ? typed(sum(line?.text ?? '', quantity)) : ''
  return { draft: { ...before, lines: [{ ...scanned, text }, ...others] }, outcome: isTold ? 'added' : 'ask' }
}

/** In thousandths: sums of decimal fractions are inexact. */
function sum(text: string, quantity: number): number {
  const before = thousandthsFromQuantity(parseDecimalInput(text) ?? 0) ?? 0
  return quantityFromThousandths(before + (thousandthsFromQuantity(quantity) ?? 0))
}

export const changeText = (before: Draft, productId: number, text: string): Draft => ({
  ...before,
  lines: before.lines.map(line => (line.productId === productId ? { ...line, text } : line)),
})

export const removeLine = (before: Draft, productId: number): Draft => ({
  ...before,
  lines: before.lines.filter(line => line.productId !== productId),
})

export const needsReason = (kind: WorkKind): boolean => kind === 'waste' || kind === 'correction'

export type LineFault = 'empty' | 'invalid'

export function lineFault({ text, codeType }: DraftLine, kind: WorkKind): LineFault | undefined {
  if (text.trim() === '') return 'empty'
  return typedQuantity(text, kind, codeType) === undefined ? 'invalid' : undefined
}

// From here on, a quantity in a small store is more likely a slip of the finger.
const UNUSUAL = 1000

/** Whether a quantity is asked about before it is sent. */
export const isUnusual = (quantity: number): boolean => Math.abs(quantity) >= UNUSUAL

/** The lines with such a quantity. */
export const unusualLines = ({ lines }: Draft, kind: WorkKind): DraftLine[] =>
  lines.filter(({ text, codeType }) => isUnusual(typedQuantity(text, kind, codeType) ?? 0))

/** The request's body. Check the lines for faults first. */
export function movesOf({ key, reason, lines }: Draft, kind: WorkKind): StockMoves {
  return {
    key,
    kind,
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    // In the order in which they were taken: the screen shows the last one first.
    lines: lines
      .map(({ productId, text, codeType }) => ({
        product_id: productId,
        quantity: typedQuantity(text, kind, codeType) ?? 0,
      }))
      .toReversed(),
  }
}
