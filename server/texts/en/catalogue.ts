export const catalogue = {
  'catalogue.suppliers.id': 'Number',
  'catalogue.suppliers.products': 'Products',
  'catalogue.reduction.until': 'Campaign until {day}',
  'catalogue.reduction.regular': 'Normally\u00a0{price}',
  'catalogue.reduction.lowest': 'Lowest in the 30 days before:\u00a0{price}',
  'catalogue.template.example': 'example',
  'catalogue.template.yes': 'yes',
  'catalogue.template.no': 'no',
} as const
