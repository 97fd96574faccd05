import type { BulkChange } from '#domain/catalogue/bulk-change.ts'
import { basisPointsOf } from '#domain/catalogue/bulk-change.ts'
import { centsFromEuros } from '#domain/money.ts'
import { parseDecimalInput, thousandthsFromQuantity } from '#domain/quantity.ts'

/** The dialog's values as typed. */
export type BulkFormValues = {
  kind: BulkChange['kind']
  /** The percentage, price or limit. */
  number: string
  to5Cents: boolean
  /** The supplier, VAT class, group (empty: none) or store. */
  id: string
  yes: boolean
}

export const EMPTY_DRAFT: BulkFormValues = { kind: 'pricePercent', number: '', to5Cents: false, id: '', yes: true }

/** The change that a draft describes; undefined if there is none. */
export function changeIn({ kind, number: text, to5Cents, id: chosen, yes }: BulkFormValues): BulkChange | undefined {
  const id = Number(chosen)
  const number = parseDecimalInput(text.replace('%', '').replace('+', ''))
  switch (kind) {
    case 'pricePercent': {
      const isSound = number !== undefined && number >= -99.99 && number <= 1000 && basisPointsOf(number) !== undefined
      return isSound && number !== 0 ? { kind, percent: number, to_5_cents: to5Cents } : undefined
    }
    case 'priceTo':
      return number !== undefined && number >= 0 && centsFromEuros(number) !== undefined
        ? { kind, price: number }
        : undefined
    case 'alarmLimit':
      if (text.trim() === '') return { kind, alarm_limit: null }
      return number !== undefined && number >= 0 && thousandthsFromQuantity(number) !== undefined
        ? { kind, alarm_limit: number }
        : undefined
    case 'supplier':
      return chosen === '' ? undefined : { kind, supplier_id: id }
    case 'vatClass':
      return chosen === '' ? undefined : { kind, vat_class_id: id }
    case 'group':
      return { kind, group_id: chosen === '' ? null : id }
    case 'offered':
      return chosen === '' ? undefined : { kind, store_id: id, offered: yes }
    default:
      return { kind: 'enabled', enabled: yes }
  }
}
