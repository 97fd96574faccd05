import { nonPersonal, personalData } from '#server/platform/personal-data/register.ts'

/** Products and what admins do to them; shoppers only report unknown barcodes. */
export const CATALOGUE_PERSONAL_DATA = personalData({
  product_import: nonPersonal(
    'id file_name state ignored_columns examples html_texts supplier_ids group_ids offer_in checked_by checked_at applied_by applied_at undone_by undone_at headings stock_store_id',
    { checked_by: 'checked_at', applied_by: 'applied_at', undone_by: 'undone_at' },
  ),
  product_import_row: nonPersonal(
    'product_import_id row_number result name product_id revision new_supplier new_group changes problems outcome cells last_recount_id',
  ),
  product_import_columns: nonPersonal('headings_sha256 columns chosen_at'),
  product_import_progress: nonPersonal('product_import_id done'),
  vat_class: nonPersonal('id name revision corrected_at'),
  vat_rate: nonPersonal('vat_class_id valid_from rate_basis_points'),
  supplier: nonPersonal('id name email language lead_days order_days min_order_cents name_shown revision'),
  product_group: nonPersonal('id names sort_order sales_account hidden revision'),
  product: nonPersonal(
    'id supplier_id product_type product_code_type product_code ean13 ean_case prefix units_per_case order_pack_thousandths supplier_code descriptions content_thousandths content_unit perishable min_age stock_alarm_thousandths drawing enabled recalled_at sort_order revision created_at updated_at',
  ),
  product_version: nonPersonal(
    'id product_id names price_cents deposit_cents vat_class_id unit group_id is_current created_at search_text search_grams',
  ),
  price_plan: nonPersonal(
    'id product_id kind price_cents from_day until_day created_at created_by applied_at ended_at ended_by',
    { created_by: 'created_at', ended_by: 'ended_at' },
  ),
  purchase_price: nonPersonal('product_id supplier_id valid_from price_ten_thousandths'),
  campaign_day: nonPersonal('product_id day price_plan_id'),
  shelf_label: nonPersonal(
    'product_id day printed_at language code_of code name price_cents deposit_cents unit content_thousandths content_unit units_per_case campaign_until regular_cents perishable lowest_cents',
  ),
  product_code: nonPersonal('code_key product_id field'),
  product_image: nonPersonal(
    'id product_id hash place width height widths created_at removed_at label_languages source',
  ),
  food_information: nonPersonal('product_id content sources complete_in revision updated_at'),
  product_offer: nonPersonal('code content reading fetched_at'),
  product_origin: nonPersonal('product_id field value source taken_at'),
  product_image_file: nonPersonal('image_id width bytes'),
  bulk_change: nonPersonal('id change user_id created_at products undone_by undone_at', {
    user_id: 'created_at',
    undone_by: 'undone_at',
  }),
  bulk_change_row: nonPersonal('bulk_change_id product_id revision before is_restored'),
  unknown_code_report: {
    kind: 'reports',
    erased: 'rows',
    exported: {
      store_id: 'unknown_codes.store',
      code: 'unknown_codes.code',
      reports: 'unknown_codes.times',
      first_at: 'unknown_codes.first_at',
      last_at: 'unknown_codes.last_at',
    },
    notExported: { user_id: 'ownerKey' },
  },
})
