import type { Fields } from '#domain/three-way-merge.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import { type EventDraft, productIds } from './event-draft.ts'

const ITEM = 'items.'

/** A removed product has no cap either, so that its removal conflicts with a change of its cap. */
function split(draft: EventDraft): Fields {
  const sold = new Set(productIds(draft).map(id => `${ITEM}${id}`))
  const rest = Object.entries(draft).filter(([field]) => !field.startsWith(ITEM))
  const caps = [...sold].map((field): [string, string] => [
    field,
    draft[`items.${Number(field.slice(ITEM.length))}`] ?? '',
  ])
  return Object.fromEntries([...rest, ...caps])
}

export const EVENT_MERGING: MergeShape<EventDraft> = {
  groupOf: field => (field === 'order_until_time' ? 'order_until' : field),
  split,
  // No draft needs what `split` leaves out.
  join: fields => fields as EventDraft,
  order: { field: 'product_order', separator: ',', memberOf: id => `${ITEM}${id}` },
}
