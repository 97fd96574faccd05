import { centsFromEuros, eurosFromCents, roundHalfAwayFromZero, wholeParts } from '#domain/money.ts'

/** One change of fields to many products. */
export type FieldsChange =
  | { kind: 'pricePercent'; percent: number; round_to_5_cents: boolean }
  | { kind: 'priceTo'; price: number }
  | { kind: 'supplier'; supplier_id: number }
  | { kind: 'vatClass'; vat_class_id: number }
  /** Null: into none. */
  | { kind: 'group'; group_id: number | null }
  | { kind: 'enabled'; enabled: boolean }
  | { kind: 'offered'; store_id: number; offered: boolean }
  | { kind: 'alarmLimit'; alarm_limit: number | null }

/** Days are those in Finland: `2026-11-27`. */
export type CampaignDays = { from_day: string; until_day: string }

/** A campaign for many products. The percentage is below 0. */
export type CampaignChange =
  | ({ kind: 'campaignPercent'; percent: number; round_to_5_cents: boolean } & CampaignDays)
  | ({ kind: 'campaignTo'; price: number } & CampaignDays)

/** Ends the campaigns that run, or removes those that have not begun. */
export type EndCampaigns = { kind: 'endCampaign'; state: 'running' | 'planned' }

/** One change to many products. */
export type BulkChange = FieldsChange | CampaignChange | EndCampaigns

/** Whether a change plans or ends campaigns, and leaves the products' own fields as they are. */
export const isOfCampaigns = (change: { kind: string }): change is CampaignChange | EndCampaigns =>
  change.kind === 'campaignPercent' || change.kind === 'campaignTo' || change.kind === 'endCampaign'

type InStore = {
  store_id: number
  offered: boolean
  alarm_limit: number | null
}

/** The product fields that a change reads, named as in the product form. */
export type ChangeableFields = {
  price: number
  deposit: number
  supplier_id: number
  vat_class_id: number
  group_id: number | null
  enabled: boolean
  alarm_limit: number | null
  stores: readonly InStore[]
}

/** The fields that a change sets. */
export type ChangedFields = Partial<Omit<ChangeableFields, 'deposit' | 'stores'>> & { stores?: InStore[] }

/** The fields' values after a change, including unchanged ones. */
export function fieldsAfter(product: ChangeableFields, change: FieldsChange): ChangedFields {
  if (change.kind === 'pricePercent') return { price: priceAfter(product, change) }
  if (change.kind === 'offered')
    return { stores: [{ ...inStore(product.stores, change.store_id), offered: change.offered }] }
  const { kind: _said, ...fields } = change
  return fields
}

/** The current values of the changed fields, for undoing the change. */
export function fieldsBefore(product: ChangeableFields, changed: ChangedFields): ChangedFields {
  const { deposit: _stays, stores, ...plain } = product
  const names = new Set(Object.keys(changed))
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([name]) => names.has(name))),
    ...(changed.stores && { stores: changed.stores.map(({ store_id }) => inStore(stores, store_id)) }),
  }
}

/** A store without a row for the product does not offer it. */
function inStore(stores: readonly InStore[], storeId: number): InStore {
  const storeRow = stores.find(({ store_id }) => store_id === storeId)
  return { store_id: storeId, offered: storeRow?.offered ?? false, alarm_limit: storeRow?.alarm_limit ?? null }
}

/** In hundredths of a percent; undefined for finer ones. */
export const toBasisPoints = (percent: number): number | undefined => wholeParts(percent, 100)

/** A percentage changes the price of the goods; the deposit stays unchanged. */
export function priceAfter(
  { price, deposit }: Pick<ChangeableFields, 'price' | 'deposit'>,
  change: { percent: number; round_to_5_cents: boolean },
): number {
  const [priceCents, depositCents] = [centsFromEuros(price), centsFromEuros(deposit)]
  const basisPoints = toBasisPoints(change.percent)
  if (priceCents === undefined || depositCents === undefined || basisPoints === undefined)
    throw new RangeError('not whole cents or hundredths of a percent')
  const goods = roundHalfAwayFromZero(BigInt(priceCents - depositCents) * BigInt(10_000 + basisPoints), 10_000)
  const cents = goods + depositCents
  return eurosFromCents(change.round_to_5_cents ? roundHalfAwayFromZero(cents, 5) * 5 : cents)
}
