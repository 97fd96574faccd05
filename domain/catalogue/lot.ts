/** What a package names besides its product: a lot, and the last day, yyyy-mm-dd, either to be best before or to be used by. */
export type Lot = { lot?: string; bestBefore?: string; useBy?: string }

/** A lot in the columns of a row, or the fields of a request or response. */
export type LotFields = {
  lot?: string | null | undefined
  best_before?: string | null | undefined
  use_by?: string | null | undefined
}

export const toLot = ({ lot, best_before: bestBefore, use_by: useBy }: LotFields): Lot => ({
  ...(lot && { lot }),
  ...(bestBefore && { bestBefore }),
  ...(useBy && { useBy }),
})

/** The lot that a request names; of two dates, the one after which the goods must not be eaten. Undefined: the request names no lot. */
export function toRequestedLot(fields: LotFields): Lot | undefined {
  const { bestBefore, ...others } = toLot(fields)
  const lot = others.useBy === undefined && bestBefore !== undefined ? { ...others, bestBefore } : others
  return Object.keys(lot).length === 0 ? undefined : lot
}

/** The columns of a row. */
export const toLotColumns = ({ lot, bestBefore, useBy }: Lot = {}) => ({
  lot: lot ?? null,
  best_before: bestBefore ?? null,
  use_by: useBy ?? null,
})

/** AI 10 of GS1: printable characters without spaces. */
export const isLotNumber = (lot: string): boolean => /^[!-~]{1,20}$/.test(lot)

/** The day on which a package's date ends. */
export const lastDay = ({ useBy, bestBefore }: Lot): string | undefined => useBy ?? bestBefore

/** A scanned code: its product's digits, and the lot that it names. Any other text is a code without a lot. */
export function parseScannedCode(text: string): { code: string; lot?: Lot } {
  const [, code, key = ''] = /^(\d{8,14})\/(.+)$/.exec(text) ?? []
  const lot = parseLotKey(key)
  return code !== undefined && lot ? { code, lot } : { code: text }
}

/** A lot as one text, which sorts packages of a product; empty: none. */
export function lotKey({ lot = '', bestBefore, useBy }: Lot = {}): string {
  const key = `${useBy ? `u${useBy}` : bestBefore ? `b${bestBefore}` : ''}/${lot}`
  return key === '/' ? '' : key
}

/** The lot of a key; undefined if it is no key. Its day may be one that the calendar lacks. */
export function parseLotKey(key: string): Lot | undefined {
  const [, kind, day, lot] = /^(?:([bu])(\d{4}-\d\d-\d\d))?\/([!-~]{1,20})?$/.exec(key) ?? []
  return kind || lot
    ? { ...(lot && { lot }), ...(day && (kind === 'u' ? { useBy: day } : { bestBefore: day })) }
    : undefined
}
