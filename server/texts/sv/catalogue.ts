import type { catalogue as english } from '../en/catalogue.ts'

export const catalogue: Record<keyof typeof english, string> = {
  'catalogue.suppliers.id': 'Nummer',
  'catalogue.suppliers.products': 'Produkter',
  'catalogue.reduction.until': 'Kampanj t.o.m. {day}',
  'catalogue.reduction.regular': 'Ord. pris\u00a0{price}',
  'catalogue.reduction.lowest': 'Lägsta pris 30 dagar före kampanjen\u00a0{price}',
  'catalogue.template.example': 'exempel',
  'catalogue.template.yes': 'ja',
  'catalogue.template.no': 'nej',
}
