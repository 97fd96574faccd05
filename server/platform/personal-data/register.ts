import { classes, nobody, type OfNobody, type OfPeople, type TableClasses } from './classes.ts'
import { PEOPLE } from './people.ts'
import { PURCHASES } from './purchases.ts'

/** What the shop sells and how it works: no shopper's data. Besides the columns: the operator's staff who did it, and when. */
const NOBODYS = classes({
  language: nobody('id code name position is_hidden'),
  setting: nobody('name value revision'),
  // Contact details of a company.
  operator: nobody('id name business_id address email phone revision'),
  terms_version: nobody('id texts published_at'),
  installation_secret: nobody('name value'),
  refund_account: nobody('attempt_id paid_cents given_back_cents'),
  test_terminal_refund: nobody('refund_key service_id amount_cents state received_at'),
  product_import: nobody(
    'id file_name state ignored_columns examples supplier_ids offer_in checked_by checked_at applied_by applied_at undone_by undone_at',
    { checked_by: 'checked_at', applied_by: 'applied_at', undone_by: 'undone_at' },
  ),
  product_import_row: nobody(
    'product_import_id row_number result name product_id revision new_supplier changes problems outcome',
  ),
  product_import_progress: nobody('product_import_id done'),
  vat_class: nobody('id name revision corrected_at'),
  vat_rate: nobody('vat_class_id valid_from rate_basis_points'),
  supplier: nobody('id name email revision'),
  product: nobody(
    'id supplier_id product_type product_code_type product_code ean13 ean_case prefix units_per_case descriptions content_thousandths content_unit perishable least_age stock_alarm_thousandths drawing enabled sort_order revision created_at updated_at',
  ),
  product_version: nobody(
    'id product_id names price_cents deposit_cents vat_class_id unit is_current created_at search_text search_grams',
  ),
  product_code: nobody('code_key product_id field'),
  store_stock: nobody(
    'store_id product_id offered quantity_thousandths alarm_thousandths is_standard product_alarm_thousandths level',
  ),
  stock_move: nobody(
    'id store_id product_id quantity_thousandths kind order_line_id refund_line_id user_id reason stock_entry_id stock_take_id created_at',
    { user_id: 'created_at' },
  ),
  terminal_day_sum: nobody('terminal_id date sum_cents note revision told_by told_at', { told_by: 'told_at' }),
  ledger_accounts: nobody('only_row card other clearing vat sales sales_by_rate revision'),
  product_image: nobody('id product_id hash place width height widths created_at removed_at'),
  product_image_file: nobody('image_id width bytes'),
  supplier_order: nobody('id event_id supplier_id sent_to lines user_id created_at', { user_id: 'created_at' }),
  stock_entry: nobody('id client_key content_sha256 store_id user_id created_at', { user_id: 'created_at' }),
  stock_take: nobody('id store_id state started_by started_at closed_by closed_at', {
    started_by: 'started_at',
    closed_by: 'closed_at',
  }),
  stock_take_line: nobody(
    'stock_take_id product_id counted_thousandths expected_thousandths last_recount_id counted_at posted_thousandths',
  ),
  stock_take_count: nobody('client_key stock_take_id product_id quantity_thousandths mode user_id created_at', {
    user_id: 'created_at',
  }),
  shop_milestone: nobody('name reached_at'),
  undelivered_message: nobody('id channel reason failed_at'),
  bulk_change: nobody('id change user_id created_at products undone_by undone_at', {
    user_id: 'created_at',
    undone_by: 'undone_at',
  }),
  bulk_change_row: nobody('bulk_change_id product_id revision before is_restored'),
  test_terminal_payment: nobody(
    'service_id terminal_id amount_cents currency state cancelled_by received_at decided_at',
  ),
  sms_code_hour: nobody('hour sent used'),
  web_vital: nobody('day page name good needs_improvement poor value_sum'),
  web_vital_hour: nobody('hour page name step count'),
  preorder_event: nobody('id names descriptions start_date end_date order_until status revision created_at updated_at'),
  preorder_event_store: nobody('event_id store_id'),
  preorder_event_item: nobody(
    'event_id product_id position cap_thousandths per_shopper_thousandths booked_thousandths',
  ),
  store: nobody(
    'id name address latitude longitude time_zone always_open published enable_preorders payment_mode lock_provider sells_age_restricted catalogue_version created_at revision archived_at lock_settings_sealed keypad_key_number keypad_key_secret needs_terms clock_since clock_day',
  ),
  store_past_clock: nobody('store_id since until time_zone first_day'),
  store_hours: nobody('store_id weekday opens_at closes_at'),
  store_hours_exception: nobody('store_id date opens_at closes_at'),
  terminal: nobody('id store_id name provider settings_sealed retired_at refund_id revision created_at'),
  invariant_check: nobody('invariant broken sample looked_at broken_since'),
  invariant_look: nobody('only_row begun_at whole_at'),
  audit_seal: nobody('id entry_id salt reason_sha256 chain_sha256'),
  backup_run: nobody('id begun_at file ended_at bytes is_proved failure'),
  backup_turn: nobody('is_only night'),
  message: nobody(
    'id client_key content_sha256 language_id title text url state send_at sent_at devices cancelled_at user_id created_at',
    { user_id: 'created_at' },
  ),
})

/** How people are reached, and how they enter: devices, notifications and door codes. */
const REACH = classes({
  push_device: {
    kind: 'devices',
    erased: 'rows',
    told: {
      platform: 'devices.platform',
      language_id: 'devices.language',
      wants_notifications: 'devices.wants_notifications',
      wants_promotions: 'devices.wants_promotions',
      created_at: 'devices.created_at',
      updated_at: 'devices.updated_at',
    },
    // With the address anyone can send to the device.
    untold: {
      id: 'machinery',
      user_id: 'whose',
      session_sha256: 'secret',
      address: 'secret',
      p256dh: 'secret',
      auth: 'secret',
      content_encoding: 'machinery',
    },
  },
  // A notification to one person is deleted; one to everyone stays.
  push_notification: {
    kind: 'devices',
    erased: 'rows',
    told: {
      type: 'notifications.type',
      title: 'notifications.title',
      body: 'notifications.body',
      url: 'notifications.url',
      created_at: 'notifications.at',
    },
    untold: {
      id: 'machinery',
      language_id: 'machinery',
      message_id: 'machinery',
      about: 'machinery',
      expires_at: 'machinery',
      delivered_count: 'machinery',
      failed_count: 'machinery',
    },
  },
  push_delivery: {
    kind: 'devices',
    erased: 'kept',
    told: { state: 'notifications.state', sent_at: 'notifications.sent_at' },
    untold: {
      id: 'machinery',
      notification_id: 'machinery',
      device_id: 'whose',
      reason: 'machinery',
      tries: 'machinery',
      urgent: 'machinery',
      due_at: 'machinery',
      lease_until: 'machinery',
    },
  },
  // A valid code ends at once; its row is deleted once the lock no longer has it, which is queried by a name that reveals
  // nothing.
  door_code: {
    kind: 'doorCodes',
    erased: 'values',
    told: {
      store_id: 'door_codes.store',
      state: 'door_codes.state',
      created_at: 'door_codes.created_at',
      expires_at: 'door_codes.expires_at',
    },
    untold: {
      id: 'machinery',
      user_id: 'whose',
      provider: 'machinery',
      lock_name: 'machinery',
      why: 'machinery',
      code_sealed: 'secret',
      due_at: 'machinery',
    },
  },
})

/** The personal data in each table, its place in the download, and what is left of it after an erasure. */
export const PERSONAL_DATA: TableClasses = { ...PEOPLE, ...PURCHASES, ...REACH, ...NOBODYS }

const all: [string, OfPeople | OfNobody][] = Object.entries(PERSONAL_DATA)

export const TABLES_OF_PEOPLE = all.flatMap(([table, is]) => ('of' in is ? [] : [{ table, ...is }]))

/** Columns with the operator's staff who did something, and when. */
export const WORK = all.flatMap(([table, { by = {} }]) =>
  Object.entries(by).map(([column, at]) => ({ table, column, at })),
)

export const columnsOf = (is: OfPeople | OfNobody): string[] =>
  'of' in is ? [...is.columns] : [...Object.keys(is.told), ...Object.keys(is.untold)]
