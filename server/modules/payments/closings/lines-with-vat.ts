import { sql } from 'kysely'

/**
 * VAT is rounded once for each receipt and rate. A line's share is the VAT of the lines up to and including it, less that of the
 * lines before it: so the shares add up to the receipt's VAT. Half a cent is rounded up, as in `vatInGrossCents`.
 */
const vatOfFirst = (cents: ReturnType<typeof sql>) => sql`
  (2 * (${cents}) * rate_basis_points + 10000 + rate_basis_points) / (2 * (10000 + rate_basis_points))`

/**
 * The lines of the order `paid`, each with its group (0: none) and its part of the receipt's VAT; and, of what a date reduced, what it
 * would have cost.
 */
export const TAXED_LINES_OF_PAID = sql`(
  SELECT line.product_id, line.rate_basis_points, line.quantity_thousandths, line.total_cents,
    coalesce(version.group_id, 0) AS group_id, round(line.full_price_cents * line.quantity_thousandths / 1000.0)::bigint AS full_cents,
    ${vatOfFirst(sql`running_cents`)} - ${vatOfFirst(sql`running_cents - total_cents`)} AS vat_cents
  FROM (
    SELECT *, sum(total_cents) OVER (PARTITION BY rate_basis_points ORDER BY id) AS running_cents
    FROM order_line WHERE order_id = paid.id) line
  JOIN product_version version ON version.id = line.product_version_id OFFSET 0) line`

const vatOfPart = (cents: ReturnType<typeof sql>) => sql`
  (2 * (${cents}) * vat.vat_cents + vat.gross_cents) / (2 * vat.gross_cents)`

/** The lines of the refund `refund`, in the same way: the shares add up to the VAT that was computed with the refund. */
export const TAXED_LINES_OF_REFUND = sql`(
  SELECT line.product_id, line.rate_basis_points, line.quantity_thousandths, line.amount_cents,
    coalesce(version.group_id, 0) AS group_id,
    coalesce(${vatOfPart(sql`running_cents`)} - ${vatOfPart(sql`running_cents - amount_cents`)}, 0) AS vat_cents
  FROM (
    SELECT part.quantity_thousandths, part.amount_cents, line.product_id, line.product_version_id, line.rate_basis_points,
      sum(part.amount_cents) OVER (PARTITION BY line.rate_basis_points ORDER BY line.id) AS running_cents
    FROM refund_line part JOIN order_line line ON line.id = part.order_line_id WHERE part.refund_id = refund.id) line
  JOIN product_version version ON version.id = line.product_version_id
  LEFT JOIN refund_vat vat ON vat.refund_id = refund.id AND vat.rate_basis_points = line.rate_basis_points OFFSET 0) line`
