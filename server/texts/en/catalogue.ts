export const catalogue = {
  'catalogue.suppliers.id': 'Number',
  'catalogue.suppliers.name': 'Name',
  'catalogue.suppliers.email': 'Email for orders',
  'catalogue.suppliers.products': 'Products',
  'catalogue.suppliers.lead_days': 'Delivery time in days',
  'catalogue.suppliers.order_days': 'Takes orders on (1 is Monday)',
  'catalogue.suppliers.least_order': 'Smallest order without VAT (€)',
  'catalogue.suppliers.name_shown': 'Name for shoppers',
} as const
