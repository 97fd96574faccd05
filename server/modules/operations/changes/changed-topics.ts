import type { AuditKind } from '#contract/administration/audit-log.ts'
import { type Endpoint, isOfficeAccess } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { TOPICS, type Topic } from '#contract/topics.ts'
import type { OfficeAccess } from '#domain/accounts/store-rights.ts'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import type { SignedIn } from '#server/platform/http/session.ts'

/** What the watermarks watch; `record`: an entry of the audit log. */
export type ChangeSource = 'checkout' | 'order' | 'visit' | 'stock' | 'alert' | 'record'

/**
 * Something changed, in these stores; 0: what concerns all of them. Without `storeIds` it is of no store, as a supplier. `kind`: of the
 * record.
 */
export type Change = { source: ChangeSource; storeIds?: readonly number[]; kind?: string }

type Effect = {
  /** Who may learn when it happens: a helper may read some topics of orders, but not learn when something is sold. */
  access: OfficeAccess
  topics: readonly Topic[]
}

const EFFECTS: Record<Exclude<ChangeSource, 'record'>, Effect> = {
  checkout: { access: 'keeper', topics: ['adminOrders'] },
  order: { access: 'bookkeeper', topics: ['adminOrders', 'closings', 'events'] },
  visit: { access: 'keeper', topics: ['visits'] },
  stock: { access: 'helper', topics: ['products'] },
  alert: { access: 'keeper', topics: ['alerts', 'home'] },
}

/** What an admin's save changes besides the audit log. Orders have a history with more detail. */
const RECORD_TOPICS: Record<AuditKind, readonly Topic[]> = {
  supplier: ['products'],
  productGroup: ['products'],
  product: ['products'],
  terminal: ['terminals'],
  store: ['stores'],
  stockTake: ['stockTakes'],
  preorder_event: ['events'],
  order: [],
  user: ['users'],
  invitation: ['users'],
  ledgerAccounts: ['closings'],
  payout: ['closings'],
  operator: ['company'],
  terms: ['company'],
  vatClass: ['vat', 'products'],
  languages: ['languages'],
  retention: ['settings'],
  freeSumLimits: ['settings'],
  notice: ['notices'],
  supplierOrder: ['supplierOrders'],
  purchaseOrder: ['supplierOrders'],
  barcodes: ['settings'],
  message: ['messages'],
  recall: ['recalls'],
  duty: ['alerts'],
  export: [],
}
// The column's type is text; a server of the next version may write other kinds.
const isKnown = (kind: string): kind is AuditKind => Object.hasOwn(RECORD_TOPICS, kind)

const findEffect = ({ source, kind = '' }: Change): Effect =>
  source === 'record'
    ? { access: 'staff', topics: ['auditLog', ...(isKnown(kind) ? RECORD_TOPICS[kind] : [])] }
    : EFFECTS[source]

const resources: Record<string, Record<string, Endpoint>> = contract
/** By topic: the callers of the back office who may read something of it. */
const READERS = new Map<Topic, ReadonlySet<OfficeAccess>>(
  TOPICS.map(topic => {
    const endpoints = Object.values(resources).flatMap(resource => Object.values(resource))
    const accesses = endpoints.filter(({ reads }) => reads?.includes(topic)).map(({ access }) => access)
    return [topic, new Set(accesses.filter(isOfficeAccess))]
  }),
)

type Caller = Pick<SignedIn, 'isAdmin' | 'rights'>

const mayRead = (caller: Caller, topic: Topic): boolean =>
  [...(READERS.get(topic) ?? [])].some(access => !StoreScope.ofPerson(caller, access).isEmpty)

function mayLearn(caller: Caller, access: OfficeAccess, storeIds: Change['storeIds']): boolean {
  const scope = StoreScope.ofPerson(caller, access)
  return storeIds ? storeIds.some(id => scope.has(id)) : !scope.isEmpty
}

/** The topics of these changes that a caller is told of, in the order of the contract. */
export function findTopics(changes: readonly Change[], caller: Caller): Topic[] {
  const changed = new Set(
    changes.flatMap(change => {
      const { access, topics } = findEffect(change)
      return mayLearn(caller, access, change.storeIds) ? topics : []
    }),
  )
  return TOPICS.filter(topic => changed.has(topic) && mayRead(caller, topic))
}
