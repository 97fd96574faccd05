import type { ColumnName } from './import-columns.ts'

/** How another program exports its products: by the headings that it publishes, in any order. */
export type ForeignFormat = {
  program: string
  /** Headings that its files have, and those of others don’t: all of one of the lists. */
  signs: readonly (readonly string[])[]
  /** Of two headings for a field, the first is used. */
  columns: readonly (readonly [heading: string, column: ColumnName])[]
  /** The same of headings that end in the name of a store. */
  beginnings?: readonly (readonly [heading: string, column: ColumnName])[]
  /** Each of its taxes has a column with its rate in the heading, and a yes or no in its cells. */
  hasTaxColumns?: true
  /** Rows with the same value in one of these are variants of one product, of which only the first has the shared cells. */
  keys?: readonly string[]
  /** The rows of variants have their key here. */
  parentKey?: string
  shared?: readonly string[]
  /** What distinguishes a variant: it is added to the name. */
  variants?: readonly string[]
  /** A row without any of these is no product: it carries a picture, or the part of another one. */
  needed: readonly string[]
  /** A row with one of these values only groups its variants. */
  parents?: { heading: string; values: readonly string[] }
  /** A group has its parents before it, separated by one of `path`. Of several groups, separated by `several`, the first is used. */
  groups?: { path: RegExp; several?: string }
  /** The prices of this heading have no VAT. */
  netPrice?: string
  /** Cells that mean something else here. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Without its name in `variants`, such a word means that there are none. */
const OPTION_COLUMNS = ['Option1 value', 'Option2 value', 'Option3 value']
const BULK_TYPE = { y: 'bulk', yes: 'bulk', n: 'standard', no: 'standard' } as const

const SHOPIFY: ForeignFormat = {
  program: 'Shopify',
  signs: [
    ['Handle', 'Variant Price'],
    ['URL handle', 'Option1 name'],
    ['URL handle', 'Inventory quantity'],
  ],
  columns: [
    ['Title', 'name_fi'],
    ['Body (HTML)', 'description_fi'],
    ['Description', 'description_fi'],
    ['Vendor', 'supplier'],
    ['Type', 'group'],
    ['Variant Price', 'price'],
    ['Price', 'price'],
    ['Variant Barcode', 'ean13'],
    ['Barcode', 'ean13'],
    ['Variant SKU', 'supplier_code'],
    ['SKU', 'supplier_code'],
    ['Cost per item', 'purchase_price'],
    ['Variant Inventory Qty', 'stock'],
    ['Inventory quantity', 'stock'],
    ['Image Src', 'image_url'],
    ['Product image URL', 'image_url'],
    ['Status', 'enabled'],
  ],
  keys: ['Handle', 'URL handle'],
  shared: ['Title', 'Body (HTML)', 'Description', 'Vendor', 'Type', 'Status', 'Image Src', 'Product image URL'],
  variants: OPTION_COLUMNS,
  needed: ['Variant Price', 'Price', 'Variant SKU', 'SKU', 'Variant Barcode', 'Barcode', 'Title', ...OPTION_COLUMNS],
}

const WOOCOMMERCE: ForeignFormat = {
  program: 'WooCommerce',
  signs: [
    ['Type', 'Regular price', 'Parent'],
    ['Is featured?', 'Visibility in catalog', 'Regular price'],
  ],
  columns: [
    ['Name', 'name_fi'],
    ['Short description', 'description_fi'],
    ['Description', 'description_fi'],
    ['SKU', 'supplier_code'],
    ['GTIN, UPC, EAN, or ISBN', 'ean13'],
    ['Regular price', 'price'],
    ['Categories', 'group'],
    ['Stock', 'stock'],
    ['Low stock amount', 'alarm_limit'],
    ['Published', 'enabled'],
    ['Images', 'image_url'],
  ],
  keys: ['SKU', 'ID'],
  parentKey: 'Parent',
  shared: ['Categories', 'Short description', 'Description'],
  needed: ['Name', 'Regular price'],
  parents: { heading: 'Type', values: ['variable', 'grouped', 'external'] },
  groups: { path: />/, several: ',' },
}

const SQUARE: ForeignFormat = {
  program: 'Square',
  signs: [
    ['Item Name', 'Variation Name'],
    ['Token', 'Item Name'],
  ],
  columns: [
    ['Item Name', 'name_fi'],
    ['Description', 'description_fi'],
    ['Categories', 'group'],
    ['Category', 'group'],
    ['Reporting Category', 'group'],
    ['SKU', 'supplier_code'],
    ['GTIN', 'ean13'],
    ['Price', 'price'],
    ['Default Unit Cost', 'purchase_price'],
    ['Default Vendor Name', 'supplier'],
  ],
  beginnings: [
    ['Current Quantity', 'stock'],
    ['Stock Alert Count', 'alarm_limit'],
  ],
  hasTaxColumns: true,
  variants: ['Variation Name'],
  needed: ['Item Name'],
  groups: { path: />|,/ },
}

const LOYVERSE: ForeignFormat = {
  program: 'Loyverse',
  signs: [
    ['Handle', 'Sold by weight'],
    ['Track stock', 'Sold by weight'],
  ],
  columns: [
    ['Name', 'name_fi'],
    ['Description', 'description_fi'],
    ['Category', 'group'],
    ['SKU', 'supplier_code'],
    ['Barcode', 'ean13'],
    ['Sold by weight', 'product_code_type'],
    ['Cost', 'purchase_price'],
    ['Default price', 'price'],
    ['Price', 'price'],
    ['In stock', 'stock'],
    ['Supplier', 'supplier'],
  ],
  beginnings: [
    ['Price [', 'price'],
    ['In stock [', 'stock'],
    ['Low stock [', 'alarm_limit'],
    ['Available for sale', 'enabled'],
  ],
  hasTaxColumns: true,
  keys: ['Handle'],
  shared: ['Name', 'Description', 'Category', 'Sold by weight', 'Supplier'],
  variants: OPTION_COLUMNS,
  needed: ['Name', 'Barcode', ...OPTION_COLUMNS],
  words: { 'Sold by weight': BULK_TYPE },
}

const ODOO: ForeignFormat = {
  program: 'Odoo',
  signs: [
    ['Sales Price', 'Internal Reference'],
    ['Sales Price', 'Product Category'],
    ['External ID', 'Sales Price'],
    ['list_price'],
    ['Myyntihinta', 'Sisäinen viite'],
  ],
  columns: [
    ['Name', 'name_fi'],
    ['Nimi', 'name_fi'],
    ['Sales Description', 'description_fi'],
    ['Barcode', 'ean13'],
    ['Viivakoodi', 'ean13'],
    ['Internal Reference', 'supplier_code'],
    ['default_code', 'supplier_code'],
    ['Sisäinen viite', 'supplier_code'],
    ['Sales Price', 'price'],
    ['list_price', 'price'],
    ['Myyntihinta', 'price'],
    ['Cost', 'purchase_price'],
    ['standard_price', 'purchase_price'],
    ['Kustannus', 'purchase_price'],
    ['Product Category', 'group'],
    ['categ_id', 'group'],
    ['Tuotekategoria', 'group'],
    ['Sales Taxes', 'vat_class'],
    ['Customer Taxes', 'vat_class'],
    ['taxes_id', 'vat_class'],
    ['Quantity On Hand', 'stock'],
    ['qty_available', 'stock'],
    ['Unit', 'unit'],
    ['Unit of Measure', 'unit'],
    ['uom_id', 'unit'],
  ],
  variants: ['Variant Values', 'product_template_variant_value_ids'],
  needed: ['Name', 'Nimi'],
  groups: { path: /\// },
}

const PRESTASHOP: ForeignFormat = {
  program: 'PrestaShop',
  signs: [['Price tax excluded'], ['Price tax included'], ['Price (tax excl.)', 'Reference']],
  columns: [
    ['Name', 'name_fi'],
    ['Short description', 'description_fi'],
    ['Summary', 'description_fi'],
    ['Categories (x,y,z...)', 'group'],
    ['Category', 'group'],
    ['Price tax included', 'price'],
    ['Price (tax incl.)', 'price'],
    ['Price tax excluded', 'price'],
    ['Price (tax excl.)', 'price'],
    ['Wholesale price', 'purchase_price'],
    ['Cost price', 'purchase_price'],
    ['Supplier reference #', 'supplier_code'],
    ['Reference #', 'supplier_code'],
    ['Reference', 'supplier_code'],
    ['Supplier', 'supplier'],
    ['EAN13', 'ean13'],
    ['EAN-13 or JAN barcode', 'ean13'],
    ['Quantity', 'stock'],
    ['Active (0/1)', 'enabled'],
    ['Image URLs (x,y,z...)', 'image_url'],
  ],
  needed: ['Name'],
  groups: { path: />|\//, several: ',' },
  netPrice: 'tax excl',
}

const ZETTLE: ForeignFormat = {
  program: 'Zettle',
  signs: [
    ['Name', 'Variant', 'VAT', 'Cost price'],
    ['Product name', 'Variant name', 'VAT percentage'],
  ],
  columns: [
    ['Name', 'name_fi'],
    ['Product name', 'name_fi'],
    ['Description', 'description_fi'],
    ['Category', 'group'],
    ['Price', 'price'],
    ['Cost price', 'purchase_price'],
    ['VAT', 'vat_class'],
    ['VAT percentage', 'vat_class'],
    ['Barcode', 'ean13'],
    ['SKU', 'supplier_code'],
    ['Unit', 'unit'],
    ['Unit name', 'unit'],
    ['In stock', 'stock'],
  ],
  variants: ['Variant', 'Variant name'],
  needed: ['Name', 'Product name', 'Variant', 'Variant name'],
}

const SUMUP: ForeignFormat = {
  program: 'SumUp',
  signs: [['Item name', 'Variations', 'Tax rate (%)']],
  columns: [
    ['Item name', 'name_fi'],
    ['Description', 'description_fi'],
    ['Price', 'price'],
    ['Cost price', 'purchase_price'],
    ['Tax rate (%)', 'vat_class'],
    ['Unit', 'unit'],
    ['SKU', 'supplier_code'],
    ['Barcode', 'ean13'],
    ['Category', 'group'],
    ['Quantity', 'stock'],
    ['Low stock threshold', 'alarm_limit'],
  ],
  variants: ['Variations', 'Option 1', 'Option 2', 'Option 3', 'Option 4'],
  needed: ['Item name', 'Price'],
}

export const FOREIGN_FORMATS: readonly ForeignFormat[] = [
  SHOPIFY,
  WOOCOMMERCE,
  LOYVERSE,
  SQUARE,
  ODOO,
  PRESTASHOP,
  ZETTLE,
  SUMUP,
]
