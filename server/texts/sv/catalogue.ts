import type { catalogue as english } from '../en/catalogue.ts'

export const catalogue: Record<keyof typeof english, string> = {
  'catalogue.suppliers.id': 'Nummer',
  'catalogue.suppliers.name': 'Namn',
  'catalogue.suppliers.email': 'E-post för beställningar',
  'catalogue.suppliers.products': 'Produkter',
  'catalogue.suppliers.lead_days': 'Leveranstid i dagar',
  'catalogue.suppliers.order_days': 'Tar emot beställningar (1 är måndag)',
  'catalogue.suppliers.least_order': 'Minsta orderbelopp utan moms (€)',
  'catalogue.suppliers.name_shown': 'Namnet för kunder',
}
