import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ProductCodeType } from '#domain/catalogue/barcode.ts'
import type { StoredCampaign } from '#domain/catalogue/bulk-campaign.ts'
import type { ChangedFields } from '#domain/catalogue/bulk-change.ts'
import type { FoodInformation, FoodLanguage, FoodSource, FoodSources } from '#domain/catalogue/food-information.ts'
import type { GridUndo, MadeChange, PhotosUndo } from '#domain/catalogue/grid/grid-change.ts'
import type { ImportChoices, ImportCorrection } from '#domain/catalogue/imports/import-choices.ts'
import type { ImportProblem } from '#domain/catalogue/imports/import-row.ts'
import type { PlanKind } from '#domain/catalogue/price-plan.ts'
import type { ProductOffer } from '#domain/catalogue/product-offer.ts'
import type { FieldChange } from '#domain/field-changes.ts'
import type { CreatedAt, DateText, Id, Texts } from './columns.ts'

/** VAT, suppliers, products with their versions, codes and images, imports and bulk changes, unknown barcodes. */
export type Catalogue = {
  vat_class: {
    id: Id
    name: string
    revision: Generated<number>
    /** When a rate that was already in effect was last corrected or removed. */
    corrected_at: Date | null
  }
  vat_rate: { vat_class_id: number; valid_from: DateText; rate_basis_points: number }
  supplier: {
    id: Id
    name: string
    email: string | null
    language: 'en' | 'fi' | 'sv' | null
    lead_days: number | null
    /** Weekdays, Monday is 1: `14`. */
    order_days: string | null
    min_order_cents: number | null
    /** Shoppers see the name with its products. */
    is_name_public: Generated<boolean>
    revision: Generated<number>
  }
  product_group: {
    id: Id
    names: JSONColumnType<Texts>
    sort_order: number
    /** Of its sales in journal entries; null: that of the VAT rate. */
    sales_account: string | null
    /** Shoppers do not see it, and no form offers it. */
    hidden: Generated<boolean>
    revision: Generated<number>
  }
  product: {
    id: Id
    supplier_id: number
    product_type: 'standard' | 'preorder'
    product_code_type: ProductCodeType
    product_code: string | null
    ean13: string | null
    further_codes: string[] | null
    ean_case: string | null
    prefix: string | null
    units_per_case: number | null
    order_pack_thousandths: number | null
    supplier_code: string | null
    descriptions: JSONColumnType<Texts>
    content_thousandths: number | null
    content_unit: 'kg' | 'l' | null
    perishable: Generated<boolean>
    min_age: number | null
    alcohol: Generated<boolean>
    stock_alarm_thousandths: number | null
    drawing: string | null
    enabled: Generated<boolean>
    /** While set, it is sold nowhere. */
    recalled_at: Date | null
    sort_order: Generated<number>
    /** How often it was saved. */
    revision: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  product_version: {
    id: Id
    product_id: number
    names: JSONColumnType<Texts>
    price_cents: number
    deposit_cents: Generated<number>
    vat_class_id: number
    unit: string
    group_id: number | null
    is_current: boolean
    search_text: GeneratedAlways<string>
    search_grams: GeneratedAlways<string[]>
    created_at: CreatedAt
  }
  /** See domain/catalogue/price-plan.ts. */
  price_plan: {
    id: Id
    product_id: number
    kind: PlanKind
    price_cents: number
    from_day: DateText
    until_day: DateText | null
    created_at: Date
    created_by: number
    /** When a planned price became that of the product's version. */
    applied_at: Date | null
    /** When an admin ended a running campaign. */
    ended_at: Date | null
    ended_by: number | null
  }
  /** Purchase prices, excluding VAT. */
  purchase_price: {
    product_id: number
    supplier_id: number
    /** ISO 8601, a day in Finland. */
    valid_from: string
    price_ten_thousandths: number
  }
  /** Keeps two campaigns of a product from having the same day. */
  campaign_day: { product_id: number; day: DateText; price_plan_id: number }
  /** The shelf label of a day, as it was printed last: see match-labels.ts. */
  shelf_label: {
    product_id: number
    /** Whose prices it shows. */
    day: DateText
    printed_at: Date
    language: 'en' | 'fi' | 'sv'
    packaging_level: 'unit' | 'case'
    code: string | null
    name: string
    price_cents: number
    deposit_cents: number
    unit: string
    content_thousandths: number | null
    content_unit: string | null
    units_per_case: number | null
    /** Null: no campaign lowers the price. */
    campaign_until: DateText | null
    regular_cents: number
    perishable: boolean
    lowest_cents: number | null
  }
  /** Keeps products from sharing a code: see product-codes.ts. */
  product_code: { code_key: string; product_id: number; field: 'ean13' | 'product_code' | 'further_codes' | 'eanCase' }
  product_image: {
    id: Id
    product_id: number
    /** Of the content of all its files. */
    hash: string
    position: number
    width: number
    height: number
    widths: number[]
    created_at: CreatedAt
    removed_at: Date | null
    label_languages: Generated<FoodLanguage[]>
    /** Null: from this shop. */
    source: ColumnType<FoodSource | null, FoodSource | null | undefined>
  }
  product_image_file: { image_id: number; width: number; bytes: Buffer }
  /** See domain/catalogue/food-information.ts. */
  food_information: {
    product_id: number
    content: JSONColumnType<FoodInformation>
    sources: JSONColumnType<FoodSources>
    complete_in: FoodLanguage[]
    /** How often it was saved. */
    revision: Generated<number>
    updated_at: Date
  }
  /** See domain/catalogue/product-offer.ts. */
  product_offer: {
    code: string
    content: ColumnType<ProductOffer | null, string | null, string | null>
    reading: number
    fetched_at: Date
  }
  product_origin: { product_id: number; field: string; value: string; source: FoodSource; copied_at: Date }
  product_import: {
    id: Id
    file_name: string
    state: Generated<'uploaded' | 'checked' | 'applied' | 'undone'>
    file: Buffer | null
    choices: ColumnType<ImportChoices, string | undefined, string>
    corrections: ColumnType<ImportCorrection[], string | undefined, string>
    program: string | null
    /** The names of columns, by their place in the file. */
    columns: ColumnType<(string | null)[], string | undefined, string>
    skipped_rows: Generated<number>
    ignored_columns: string[]
    examples: Generated<number>
    /** Cells with HTML. */
    html_texts: Generated<number>
    supplier_ids: Generated<number[]>
    group_ids: Generated<number[]>
    default_stores: Generated<number[]>
    checked_by: number
    checked_at: Date
    applied_by: number | null
    applied_at: Date | null
    undone_by: number | null
    undone_at: Date | null
    /** As in the file. */
    headings: string[]
    /** The store whose stock it counts. */
    stock_store_id: ColumnType<number | null, number | null | undefined>
  }
  /** `columns`: the plain form of each heading, with the column that an admin chose for it. */
  product_import_columns: {
    headings_sha256: string
    columns: JSONColumnType<[head: string, column: string | null][]>
    chosen_at: Generated<Date>
  }
  product_import_row: {
    product_import_id: number
    row_number: number
    result: 'new' | 'changed' | 'same' | 'invalid'
    name: string
    product_id: number | null
    revision: number | null
    new_supplier: string | null
    new_group: string | null
    changes: JSONColumnType<FieldChange[]>
    problems: JSONColumnType<ImportProblem[]>
    outcome: 'applied' | 'restored' | 'removed' | 'disabled' | 'skipped' | null
    /** As text. */
    cells: JSONColumnType<string[]> | null
    /** Of a row that counts stock: the last count or correction when the file was checked, 0 for none. */
    last_recount_id: ColumnType<number | null, number | null | undefined>
  }
  product_import_progress: {
    product_import_id: number
    done: number
    total: Generated<number>
    cancelled: Generated<boolean>
  }
  product_import_image: {
    product_import_id: number
    row_number: number
    image_id: number | null
    problem: string | null
  }
  bulk_change: {
    id: Id
    change: ColumnType<MadeChange, string, never>
    user_id: number
    created_at: Date
    products: Generated<number>
    undone_by: number | null
    undone_at: Date | null
  }
  bulk_change_row: {
    bulk_change_id: number
    product_id: number
    revision: number
    /** The fields as they were; of a change of campaigns, those that it planned or ended; of photos, those that it added or removed. */
    before: ColumnType<ChangedFields & { campaigns?: StoredCampaign[] } & GridUndo & PhotosUndo, string, string>
    is_restored: Generated<boolean>
  }
  unknown_code_report: {
    store_id: number
    code: string
    user_id: number
    reports: Generated<number>
    first_at: Date
    last_at: Date
  }
}
