export const catalogue = {
  'catalogue.suppliers.id': 'Number',
  'catalogue.suppliers.products': 'Products',
} as const
