import { useEffect, useReducer } from 'react'
import * as z from 'zod/mini'
import { CELL_PROBLEMS, type CellContext } from '#domain/catalogue/grid/grid-cells.ts'
import { GRID_FIELDS } from '#domain/catalogue/grid/grid-change.ts'
import {
  decideCell,
  type ConflictDecision,
  type EnteredCell,
  enterCells,
  type GridEdits,
  NO_EDITS,
  redoEdit,
  type RowEntries,
  undoEdit,
  withoutRows,
} from '#domain/catalogue/grid/grid-edits.ts'
import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'

const keyFor = (userId: number) => `puoti-grid-${userId}`

const cellValue = z.nullable(
  z.union([z.number(), z.boolean(), z.object({ price: z.number(), from_day: z.string(), until_day: z.string() })]),
)
const cellProblem = z.enum(CELL_PROBLEMS)
const cellEntry = z.object({
  from: cellValue,
  text: z.string(),
  read: z.union([z.object({ value: cellValue }), z.object({ problem: cellProblem })]),
})
const draftRow = z.object({
  name: z.string(),
  cells: z.partialRecord(z.enum(GRID_FIELDS), cellEntry),
  margin: z.optional(z.object({ text: z.string(), problem: cellProblem })),
})
/** Pairs of a product's id and its row. Not a tuple: its parser would be in shoppers' first view. */
const draftRows = z.array(z.array(z.unknown()))
const productId = z.int()

/** The unsaved changes of an earlier visit; a row that another version of the app wrote otherwise is left out. */
export function readDraft(userId: number): GridEdits {
  try {
    const stored = draftRows.parse(JSON.parse(readStored(keyFor(userId)) ?? '[]'))
    const found = stored.flatMap(([id, entries]): [number, RowEntries][] => {
      const key = productId.safeParse(id)
      const read = draftRow.safeParse(entries)
      // Without `undefined` in optional properties: it was written as JSON.
      return key.success && read.success ? [[key.data, read.data as RowEntries]] : []
    })
    return { ...NO_EDITS, rows: new Map(found) }
  } catch {
    return NO_EDITS
  }
}

export function storeDraft(userId: number, { rows: edited }: GridEdits): void {
  if (edited.size === 0) eraseStored(keyFor(userId))
  else writeStored(keyFor(userId), JSON.stringify([...edited]), 'work')
}

type GridAction =
  | { type: 'enter'; cells: readonly EnteredCell[]; context: CellContext }
  | { type: 'undo' | 'redo' | 'discard' }
  | { type: 'saved'; ids: readonly number[] }
  | { type: 'decide'; decision: ConflictDecision }

export function changeGrid(edits: GridEdits, action: GridAction): GridEdits {
  switch (action.type) {
    case 'enter':
      return enterCells(edits, action.cells, action.context)
    case 'undo':
      return undoEdit(edits)
    case 'redo':
      return redoEdit(edits)
    case 'saved':
      return withoutRows(edits, action.ids)
    case 'decide':
      return decideCell(edits, action.decision)
    default:
      return NO_EDITS
  }
}

const STORE_AFTER_MS = 300

/** The unsaved changes of an admin; they survive a reload of the page, and its closing. */
export function useGridEdits(userId: number) {
  const [edits, dispatch] = useReducer(changeGrid, userId, readDraft)
  useEffect(() => {
    const store = () => storeDraft(userId, edits)
    const timer = setTimeout(store, STORE_AFTER_MS)
    addEventListener('pagehide', store)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', store)
      store()
    }
  }, [edits, userId])
  return { edits, dispatch }
}
