import type { Product } from '#contract/catalogue/products.ts'
import type { LanguageCode } from '#contract/values.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { imageFiles } from '#domain/catalogue/image-sizes.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { unitPriceOf } from '#domain/catalogue/unit-price.ts'
import type { Layouts } from '#server/platform/db/label-layouts.ts'
import type { ListedProduct } from './queries.ts'
import { textIn } from '#server/platform/languages/text-in.ts'

const unitPrice = (row: ListedProduct) =>
  unitPriceOf({
    priceCents: row.price_cents,
    depositCents: row.deposit_cents,
    unit: row.unit,
    contentThousandths: row.content_thousandths,
    contentUnit: row.content_unit,
  })

function stockOf(row: ListedProduct): NonNullable<Product['active_store_stock']> {
  const { offered, quantity_thousandths: quantity, alarm_thousandths: alarm } = row
  const status = offered ?? false
  if (quantity === null || quantity <= 0) return { status, level: 'out', left: null }
  if (alarm === null || quantity > alarm) return { status, level: 'ok', left: null }
  return { status, level: 'low', left: quantityFromThousandths(quantity) }
}

const isEncoded = ({ product_code_type: type }: ListedProduct): boolean =>
  type === 'bulk_encoded_weight' || type === 'bulk_encoded_price'

type Reader = {
  language: LanguageCode
  storeId: number | null
  /** How the shop reads labels, if not in the usual way. */
  ownLayouts?: Layouts | undefined
}

/** A row as the API returns it. Without an active store there is no stock. */
export function toProduct(row: ListedProduct, reader: Reader): Product {
  const perContent = unitPrice(row)
  return {
    id: row.id,
    name: textIn(row.names, reader.language),
    description: textIn(row.descriptions, reader.language),
    price: eurosFromCents(row.price_cents),
    vat: row.rate_basis_points / 100,
    deposit: eurosFromCents(row.deposit_cents),
    unit: row.unit,
    content_quantity: row.content_thousandths === null ? null : quantityFromThousandths(row.content_thousandths),
    content_unit: perContent?.unit ?? null,
    unit_price: perContent ? eurosFromCents(perContent.cents) : null,
    units_per_case: row.units_per_case,
    product_code: row.product_code,
    ean13: row.ean13,
    eanCase: row.ean_case,
    prefix: row.prefix,
    product_type: row.product_type,
    product_code_type: row.product_code_type,
    perishable: row.perishable,
    least_age: row.least_age,
    ...(reader.ownLayouts && isEncoded(row) && { label_layouts: [...reader.ownLayouts] }),
    supplier: { id: row.supplier_id, name: row.supplier_name },
    sort_order: row.sort_order,
    // A drawing that this version of the shop does not have is left out: the list must not fail because of it.
    drawing: DRAWINGS.find(drawing => drawing === row.drawing) ?? null,
    images: row.first_image ? imageFiles(row.first_image.hash, row.first_image.widths) : [],
    active_store_stock: reader.storeId === null ? null : stockOf(row),
  }
}
