import type { catalogue as english } from '../en/catalogue.ts'

export const catalogue: Record<keyof typeof english, string> = {
  'catalogue.suppliers.id': 'Numero',
  'catalogue.suppliers.products': 'Tuotteita',
  'catalogue.reduction.until': 'Kampanja {day} asti',
  'catalogue.reduction.regular': 'Norm.\u00a0{price}',
  'catalogue.reduction.lowest': 'Alin 30 pv ennen kampanjaa\u00a0{price}',
  'catalogue.template.example': 'esimerkki',
  'catalogue.template.yes': 'kyllä',
  'catalogue.template.no': 'ei',
}
