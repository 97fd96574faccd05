const MAX_KEYS = 10_000

/** Keys of limits, as they are stored, and until when each has no point left. Dropping one costs another write. */
export const makeRefusedKeys = (): Map<string, Date> => new RecentMap(MAX_KEYS)

/**
 * A map of limited size: the entry that was set longest ago is removed first. For keys that strangers can create in any number.
 */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    if (this.size <= this.#max) return this
    for (const oldest of this.keys()) {
      this.delete(oldest)
      break
    }
    return this
  }
}
