const MAX_LENGTH = 2_000

/** The first address in a cell, which may have several; undefined: none. */
export function firstImageAddress(cell: string): string | undefined {
  const [first] = /\bhttps?:\/\/[^\s|;]+/i.exec(cell) ?? []
  // A comma separates two addresses only if another address follows it; otherwise it may belong to the address.
  const address = first?.replace(/,(?=https?:\/\/).*$/i, '').replace(/[,"']+$/, '')
  return address !== undefined && address.length <= MAX_LENGTH && URL.canParse(address) ? address : undefined
}
