/** The layout of labels on a page, in millimetres. */
export type LabelSheet = {
  page: { width: number; height: number }
  label: { width: number; height: number }
  columns: number
  rows: number
  /** Of the first label. */
  left: number
  top: number
  /** Between two labels of a row. */
  gap: number
  /** Kept empty inside a label: printers do not print to the edge of a page, and paper shifts slightly. */
  padding: { x: number; y: number }
  /** The width of a code's narrowest bar; on a roll, two dots of a 203 dpi printer. */
  moduleWidth: number
}

const A4 = { width: 210, height: 297 }

export const LABEL_FORMATS = ['a4-24', 'a4-21', 'roll-57x32'] as const
export type LabelFormat = (typeof LABEL_FORMATS)[number]

export const LABEL_SHEETS: Readonly<Record<LabelFormat, LabelSheet>> = {
  'a4-24': {
    page: A4,
    label: { width: 70, height: 37 },
    columns: 3,
    rows: 8,
    left: 0,
    top: 0.5,
    gap: 0,
    padding: { x: 4.5, y: 3 },
    moduleWidth: 0.264,
  },
  'a4-21': {
    page: A4,
    label: { width: 63.5, height: 38.1 },
    columns: 3,
    rows: 7,
    left: 7.25,
    top: 15.15,
    gap: 2.5,
    padding: { x: 2.5, y: 2.5 },
    moduleWidth: 0.264,
  },
  'roll-57x32': {
    page: { width: 57, height: 32 },
    label: { width: 57, height: 32 },
    columns: 1,
    rows: 1,
    left: 0,
    top: 0,
    gap: 0,
    padding: { x: 2, y: 1.5 },
    moduleWidth: 0.25,
  },
}

export const labelsPerPage = ({ columns, rows }: LabelSheet): number => columns * rows

/** The page (from 0) and the upper left corner of a label; labels are numbered from 0, row by row. */
export function labelPlace(sheet: LabelSheet, index: number): { page: number; x: number; y: number } {
  const inPage = index % labelsPerPage(sheet)
  const column = inPage % sheet.columns
  const row = Math.floor(inPage / sheet.columns)
  return {
    page: Math.floor(index / labelsPerPage(sheet)),
    x: sheet.left + column * (sheet.label.width + sheet.gap),
    y: sheet.top + row * sheet.label.height,
  }
}
