type Of = { vat_class_id: number; supplier_id: number }

/** A new product as an admin's form sends it: milk by the piece, with optional fields empty, except for `change`. */
export const productForm = (of: Of, change: object = {}) => ({
  names: { en: 'Milk', fi: 'Maito', sv: '' },
  descriptions: { en: '', fi: '', sv: '' },
  price: 1.45,
  deposit: 0,
  unit: 'kpl',
  content_quantity: null,
  content_unit: null,
  units_per_case: null,
  product_code: null,
  ean13: null,
  eanCase: null,
  prefix: null,
  product_type: 'standard',
  product_code_type: 'standard',
  perishable: true,
  least_age: null,
  enabled: true,
  sort_order: 10,
  alarm_limit: null,
  drawing: null,
  ...of,
  ...change,
})
