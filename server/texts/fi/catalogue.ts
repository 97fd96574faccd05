import type { catalogue as english } from '../en/catalogue.ts'

export const catalogue: Record<keyof typeof english, string> = {
  'catalogue.suppliers.id': 'Numero',
  'catalogue.suppliers.products': 'Tuotteita',
}
