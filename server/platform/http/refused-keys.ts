const MOST = 10_000

/** Keys of limits, as they are stored, and until when each has no point left. Dropping one costs another write. */
export type RefusedKeys = RecentMap<string, Date>

export const makeRefusedKeys = (): RefusedKeys => new RecentMap(MOST)

/**
 * A map of limited size: the entry that was set longest ago is removed first. For keys that strangers can create in any number.
 */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    if (this.size <= this.#most) return this
    for (const oldest of this.keys()) {
      this.delete(oldest)
      break
    }
    return this
  }
}
