import type { Figure, ReportName, RowKind } from '#domain/administration/reports.ts'

/** The words of reports in files. Those that the page has too are the same: a test compares them. */
export type ReportLabels = {
  names: Record<ReportName, string>
  about: Record<ReportName, string>
  rows: Record<RowKind, string>
  figures: Record<Figure, string>
  /** Of a product, supplier, store or group. */
  number: string
  unit: string
  store: string
  allStores: string
  period: string
  /** The time at which the stock was read. */
  asOf: string
  /** The time of an inventory of a past day. */
  endOfDay: string
  printed: string
  total: string
  noGroup: string
  tests: string
  leavesOutTests: string
  nothing: string
  place: string
  signature: string
  name: string
  firstRows: (shown: number, count: number) => string
}

export const EN: ReportLabels = {
  names: {
    day: 'Sales by day',
    week: 'Sales by week',
    month: 'Sales by month',
    hour: 'Sales by hour of the day',
    store: 'Sales by store',
    product: 'Sales by product',
    slow: 'Slow sellers',
    supplier: 'Sales by supplier',
    vat: 'Sales by VAT rate',
    waste: 'Waste',
    stock: 'Stock at selling price',
    inventory: 'Stock at purchase price',
    visits: 'Visits without a purchase',
    group: 'Sales by product group',
    margin: 'Margin by product',
    marginByGroup: 'Margin by product group',
    marginBySupplier: 'Margin by supplier',
  },
  about: {
    day: 'Amounts include VAT. A refund counts on the day it was made.',
    week: 'Weeks begin on Monday. Amounts include VAT.',
    month: 'Amounts include VAT. A refund counts in the month it was made.',
    hour: 'All days of the period together, by the store’s own clock.',
    store: 'Amounts include VAT.',
    product: 'Best sellers first. Quantities are without what was refunded.',
    slow: 'Active products, starting with those that sold least. Stock is what’s on the shelves now.',
    supplier: 'Amounts include VAT. Each product counts for its current supplier.',
    vat: 'The same figures as in the daily closings.',
    waste: 'Recorded waste at today’s selling price.',
    stock: 'What’s on the shelves now, at today’s selling price including VAT.',
    inventory:
      'The inventory list: what’s on the shelves now, or was there at the end of the chosen day, at that day’s purchase price without VAT. A quantity below zero counts as nothing, and a product without a purchase price has no value.',
    visits: 'A visit counts as a purchase if the shopper paid in the same store within two hours.',
    group: 'Amounts include VAT. A sale counts for the group that the product had when it was sold.',
    margin:
      'Sales without VAT, less their cost at the purchase price of the day of the sale. Sales without a purchase price are shown separately and aren’t part of the margin. If you add or remove purchase prices of earlier days, earlier margins change too.',
    marginByGroup: 'As the margin by product. A sale counts for the group that the product had when it was sold.',
    marginBySupplier: 'As the margin by product. Each product counts for its current supplier.',
  },
  rows: {
    day: 'Day',
    week: 'Week',
    month: 'Month',
    hour: 'Hour',
    rate: 'VAT rate',
    product: 'Product',
    supplier: 'Supplier',
    store: 'Store',
    group: 'Product group',
  },
  figures: {
    purchases: 'Purchases',
    sold: 'Sales',
    refunded: 'Refunds',
    net: 'Sales after refunds',
    average: 'Average basket',
    quantity: 'Quantity',
    share: 'Share',
    untaxed: 'Without VAT',
    tax: 'VAT',
    stock: 'In stock',
    value: 'Value',
    price: 'Purchase price',
    worth: 'Value without VAT',
    visits: 'Visits',
    bought: 'With a purchase',
    idle: 'Without a purchase',
    idle_share: 'Share without',
    uncosted: 'Without purchase price',
    unpriced: 'Products without price',
    cost: 'Cost',
    margin: 'Margin',
    margin_share: 'Margin %',
  },
  number: 'Number',
  unit: 'Unit',
  store: 'Store',
  allStores: 'All stores',
  period: 'Period',
  asOf: 'As of',
  endOfDay: 'At the end of the day',
  printed: 'Printed',
  total: 'Total',
  noGroup: 'No group',
  tests: 'These are test payments: no money was charged.',
  leavesOutTests: 'Test payments are left out.',
  nothing: 'There’s nothing to show for this period.',
  place: 'Place and date',
  signature: 'Signature',
  name: 'Name in block letters',
  firstRows: (shown, count) =>
    `The first ${shown} of ${count} rows. The totals are of all of them, and the exported spreadsheet has them all.`,
}
