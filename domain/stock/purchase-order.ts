import type { ProductCodeType } from '#domain/catalogue/barcode.ts'
import type { FieldProblem } from '#domain/catalogue/product-form.ts'
import { isQuantity } from './stock-moves.ts'

/** `closed`: everything came, or nothing more is expected. */
export const PURCHASE_ORDER_STATES = ['draft', 'sent', 'closed', 'cancelled'] as const
export type PurchaseOrderState = (typeof PURCHASE_ORDER_STATES)[number]

type OrderLine = { orderedThousandths: number; receivedThousandths: number }

const isComplete = ({ orderedThousandths, receivedThousandths }: OrderLine) => receivedThousandths >= orderedThousandths

/** The state after a delivery came or was undone. Undoing one also reopens an incomplete order that an admin had closed early. */
export function stateAfterDelivery(state: PurchaseOrderState, lines: readonly OrderLine[]): PurchaseOrderState {
  if (state !== 'sent' && state !== 'closed') return state
  return lines.every(isComplete) ? 'closed' : 'sent'
}

/** Whether an admin may change a state. An order with received goods can't be cancelled. */
export function mayChangeState(from: PurchaseOrderState, to: PurchaseOrderState, lines: readonly OrderLine[]): boolean {
  if (from === 'draft') return to === 'sent' || to === 'cancelled'
  if (from !== 'sent') return false
  return to === 'closed' || (to === 'cancelled' && lines.every(({ receivedThousandths }) => receivedThousandths === 0))
}

type FormLine = { product_id: number; quantity: number }

/** The problems of a draft's lines. `types`: of the supplier's products that can be in stock. */
export function orderProblems(lines: readonly FormLine[], types: ReadonlyMap<number, ProductCodeType>): FieldProblem[] {
  const seen = new Set<number>()
  return lines.flatMap(({ product_id: id, quantity }, index): FieldProblem[] => {
    const type = types.get(id)
    if (!type) return [{ field: `lines.${index}.product_id`, problem: 'unknown' }]
    if (seen.has(id)) return [{ field: `lines.${index}.product_id`, problem: 'repeated' }]
    seen.add(id)
    return isQuantity(quantity, 'delivery', type)
      ? []
      : [{ field: `lines.${index}.quantity`, problem: 'invalidQuantity' }]
  })
}
