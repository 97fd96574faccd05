import type { catalogue as english } from '../en/catalogue.ts'

export const catalogue: Record<keyof typeof english, string> = {
  'catalogue.suppliers.id': 'Numero',
  'catalogue.suppliers.name': 'Nimi',
  'catalogue.suppliers.email': 'Sähköposti tilauksille',
  'catalogue.suppliers.products': 'Tuotteita',
  'catalogue.suppliers.lead_days': 'Toimitusaika päivinä',
  'catalogue.suppliers.order_days': 'Tilauspäivät (1 on maanantai)',
  'catalogue.suppliers.least_order': 'Vähimmäistilaus ilman ALV:tä (€)',
  'catalogue.suppliers.name_shown': 'Nimi näkyy asiakkaille',
}
