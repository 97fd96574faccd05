import type { LotFact, LotFacts, PackageFact, RecallFact } from './facts.ts'

type Query = <Row>(text: string) => Promise<Row[]>

/** What a run's database has about packages with lots, of all rounds: a recall concerns earlier buyers, too. */
export const collectLots = async (rows: Query): Promise<Pick<LotFacts, 'packages' | 'lots' | 'recalls'>> => ({
  packages: await rows<PackageFact>(PACKAGES),
  lots: await rows<LotFact>(
    `select store_id, product_id, quantity_thousandths as there, (
      select coalesce(sum(quantity_thousandths), 0)::bigint from stock_lot_move where stock_lot_id = stock_lot.id) as in_ledger
      from stock_lot`,
  ),
  recalls: await rows<RecallFact>(RECALLS),
})

const PACKAGES = `
  select line.order_id, sold.user_id, line.product_id, line.quantity_thousandths, line.unit_price_cents, line.lot,
    coalesce(line.use_by, line.best_before)::text as last_day, line.use_by::text, sold.status = 'complete' as is_sold,
    sold.created_at as ordered_at, (sold.created_at at time zone store.time_zone)::date::text as ordered_on,
    begun.created_at as begun_at, (begun.created_at at time zone store.time_zone)::date::text as begun_on,
    coalesce((select json_agg(json_build_object('lot', stock_lot.lot, 'last_day', stock_lot.last_day,
        'quantity_thousandths', -part.quantity_thousandths))
      from stock_move move join stock_lot_move part on part.stock_move_id = move.id
      join stock_lot on stock_lot.id = part.stock_lot_id
      where move.order_line_id = line.id and move.kind = 'sale'), '[]') as parts
  from order_line line join customer_order sold on sold.id = line.order_id join store on store.id = sold.store_id
  left join lateral (select created_at from payment_attempt where order_id = sold.id order by id desc limit 1) begun on true
  where line.product_id in (select product_id from stock_lot)`

const RECALLS = `
  select recall.product_id, array(select lot from recalled_lot where recall_id = recall.id) as lots, recall.started_at,
    null as confirmed_at, coalesce((
      select json_agg(json_build_object('user_id', buyer.user_id, 'email', app_user.email, 'is_certain', buyer.is_certain))
      from recall_buyer buyer join app_user on app_user.id = buyer.user_id where buyer.recall_id = recall.id), '[]') as buyers
  from recall`
