import { nonPersonal, personalData } from '#server/platform/personal-data/register.ts'

/** Shelves and their ledger; admins count and correct them. */
export const STOCK_PERSONAL_DATA = personalData({
  purchase_order: nonPersonal(
    'id supplier_id store_id state note language sent_to sent_at sent_by ended_at ended_by created_at created_by revision',
    { sent_by: 'sent_at', ended_by: 'ended_at', created_by: 'created_at' },
  ),
  purchase_order_line: nonPersonal(
    'purchase_order_id product_id place ordered_thousandths pack_thousandths price_ten_thousandths received_thousandths name unit code',
  ),
  store_stock: nonPersonal(
    'store_id product_id offered quantity_thousandths alarm_thousandths is_standard product_alarm_thousandths level',
  ),
  stock_move: nonPersonal(
    'id store_id product_id quantity_thousandths kind order_line_id refund_line_id user_id reason stock_entry_id stock_take_id created_at price_ten_thousandths',
    { user_id: 'created_at' },
  ),
  stock_entry: nonPersonal('id client_key content_sha256 store_id user_id created_at', { user_id: 'created_at' }),
  delivery: nonPersonal('stock_entry_id store_id supplier_id note purchase_order_id undoes_id'),
  stock_take: nonPersonal('id store_id state started_by started_at closed_by closed_at', {
    started_by: 'started_at',
    closed_by: 'closed_at',
  }),
  stock_take_line: nonPersonal(
    'stock_take_id product_id counted_thousandths expected_thousandths last_recount_id counted_at posted_thousandths',
  ),
  stock_take_count: nonPersonal('client_key stock_take_id product_id quantity_thousandths mode user_id created_at', {
    user_id: 'created_at',
  }),
})
