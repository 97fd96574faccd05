import { hasStoreRight, type GrantedRight, type OfficeAccess } from './store-rights.ts'

/**
 * The stores that a call may concern. Only a person's rights make one: a query that takes it as an argument can't be given a store
 * that a request merely names.
 */
export class StoreScope {
  /** Of admins, and of the shop's own jobs. */
  static readonly all = new StoreScope('all')

  readonly #ids: 'all' | readonly number[]
  private constructor(ids: 'all' | readonly number[]) {
    this.#ids = ids
  }

  /** The stores in which a person has the right `access`; empty: the person has no such right. */
  static ofPerson(
    { isAdmin, rights }: { isAdmin: boolean; rights: readonly GrantedRight[] },
    access: OfficeAccess,
  ): StoreScope {
    if (isAdmin) return StoreScope.all
    const stores = rights.filter(({ kind }) => hasStoreRight(access, kind)).map(({ storeId }) => storeId)
    const ids = stores.filter(id => id !== null)
    return ids.length < stores.length ? StoreScope.all : new StoreScope([...new Set(ids)])
  }

  get ids(): 'all' | readonly number[] {
    return this.#ids
  }

  get isEmpty(): boolean {
    return this.#ids !== 'all' && this.#ids.length === 0
  }

  has(storeId: number): boolean {
    return this.#ids === 'all' || this.#ids.includes(storeId)
  }

  /** Only this store, or nothing where it is not one of these; undefined: all of these. */
  narrowedTo(storeId: number | undefined): StoreScope {
    if (storeId === undefined) return this
    return new StoreScope(this.has(storeId) ? [storeId] : [])
  }

  /** The only store, if it is one. */
  get only(): number | undefined {
    return this.#ids !== 'all' && this.#ids.length === 1 ? this.#ids[0] : undefined
  }
}
