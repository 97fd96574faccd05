import type { CsvCell } from '#domain/format/csv.ts'
import { cellText } from './sheet-cells.ts'

/** A heading without case, spaces and signs: the form in which headings are compared. */
export const plainHeading = (heading: string): string => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

export const plainHeadings = (cells: readonly CsvCell[]): string[] => cells.map(cell => plainHeading(cellText(cell)))
