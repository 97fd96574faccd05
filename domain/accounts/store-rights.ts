/**
 * The rights that a person may have in a store or in all stores, besides the admin right: `keeper`, a store's daily work;
 * `helper`, its shelves, without sums of sales, people and receipts; `bookkeeper`, its closings, reports and receipts.
 */
export const STORE_RIGHTS = ['keeper', 'helper', 'bookkeeper'] as const
export type StoreRight = (typeof STORE_RIGHTS)[number]

/** A right in one store; `storeId` null: in every store, also in later ones. */
export type GrantedRight = { kind: StoreRight; storeId: number | null }

/**
 * The rights that allow what is declared for a kind of caller; admins may do all of it. A keeper may do what a helper and a
 * bookkeeper may; `staff` is everybody with a right.
 */
export const RIGHTS_FOR = {
  admin: [],
  keeper: ['keeper'],
  helper: ['helper', 'keeper'],
  bookkeeper: ['bookkeeper', 'keeper'],
  staff: STORE_RIGHTS,
} as const satisfies Record<string, readonly StoreRight[]>
export type OfficeAccess = keyof typeof RIGHTS_FOR

/** Whether this right allows what is declared for a kind of caller. */
export const hasStoreRight = (access: OfficeAccess, kind: StoreRight): boolean =>
  RIGHTS_FOR[access].some(right => right === kind)
