/** A storage that may be refused or full: failures are returned, never thrown. */
function carefulStorage(storage: () => Storage) {
  const tryIt = <Result>(access: (area: Storage) => Result, otherwise: Result): Result => {
    try {
      return access(storage())
    } catch {
      return otherwise
    }
  }
  return {
    read: (key: string): string | null => tryIt(area => area.getItem(key), null),
    /** Returns whether there was room. */
    write: (key: string, value: string): boolean => tryIt(area => (area.setItem(key, value), true), false),
    remove: (key: string): void => tryIt(area => area.removeItem(key), undefined),
    keys: (prefix: string): string[] =>
      tryIt(area => Array.from({ length: area.length }, (_, index) => area.key(index) ?? ''), []).filter(key =>
        key.startsWith(prefix),
      ),
  }
}

type CarefulStorage = ReturnType<typeof carefulStorage>

/** What happens to a value when there is no room: the loss of a user's work is reported; a server's answer is removed first. */
export type StoragePriority = 'work' | 'setting' | 'answer'

type CachedValue = {
  value: string
  priority: StoragePriority
  /** The stored value when this one did not fit: a different value later means that another tab has written since. */
  before: string | null
}

/** The server's answers can be fetched again: without room, these keys are removed first, the longest first. */
export const ANSWER_PREFIX = 'puoti-answer-'

/**
 * Values in a storage that may be refused, full or absent. A value that can't be stored lasts as long as the page and overrides
 * the older stored one, until another tab writes a newer one.
 */
export class SafeStorage {
  readonly #storage: CarefulStorage
  readonly #loose = new Map<string, CachedValue>()
  readonly #listeners = new Set<() => void>()

  constructor(storage: () => Storage) {
    this.#storage = carefulStorage(storage)
  }

  read(key: string): string | null {
    return this.#looseAt(key)?.value ?? this.#storage.read(key)
  }

  /** Returns whether the value outlasts the page. */
  write(key: string, value: string, priority: StoragePriority = 'setting'): boolean {
    return this.#withNotification(() => {
      const isStored = this.#store(key, value, priority)
      if (isStored) this.#storeLoose()
      else this.#loose.set(key, { value, priority: priority, before: this.#storage.read(key) })
      return isStored
    })
  }

  erase(key: string): void {
    this.#withNotification(() => {
      this.#loose.delete(key)
      this.#storage.remove(key)
      this.#storeLoose()
    })
  }

  /** The keys with this prefix, stored or not. */
  keys(prefix: string): string[] {
    const loose = [...this.#loose.keys()].filter(key => key.startsWith(prefix))
    return [...new Set([...this.#storage.keys(prefix), ...loose])]
  }

  /** Whether any work of the user will be lost with the page. */
  hasLooseWork(): boolean {
    return [...this.#loose.keys()].some(key => this.#looseAt(key)?.priority === 'work')
  }

  /** Calls back whenever that changes in this tab. Returns the unsubscribe function. */
  onLooseWork(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #looseAt(key: string): CachedValue | undefined {
    const loose = this.#loose.get(key)
    if (loose === undefined || this.#storage.read(key) === loose.before) return loose
    this.#loose.delete(key)
    return undefined
  }

  #store(key: string, value: string, priority: StoragePriority): boolean {
    // The signed-in user is stored as an answer too, and matters more than a long list.
    const longerThan = priority === 'answer' ? value.length : 0
    let isStored = this.#storage.write(key, value)
    while (!isStored && this.#freeAnswer(longerThan)) isStored = this.#storage.write(key, value)
    if (isStored) this.#loose.delete(key)
    return isStored
  }

  /** Removes the longest stored answer: the page still has it, the next start fetches it. False when none is longer than that. */
  #freeAnswer(longerThan: number): boolean {
    const answers = this.#storage.keys(ANSWER_PREFIX).map(key => ({ key, value: this.#storage.read(key) ?? '' }))
    const [maxLength] = answers.toSorted((a, b) => b.value.length - a.value.length)
    if (!maxLength || maxLength.value.length <= longerThan) return false
    const value = this.read(maxLength.key) ?? maxLength.value
    this.#storage.remove(maxLength.key)
    this.#loose.set(maxLength.key, { value, priority: 'answer', before: null })
    return true
  }

  /** Stores the values that did not fit before, in case there is room now. */
  #storeLoose(): void {
    for (const key of this.#loose.keys()) {
      const loose = this.#looseAt(key)
      if (loose && loose.priority !== 'answer') this.#store(key, loose.value, loose.priority)
    }
  }

  #withNotification<Result>(change: () => Result): Result {
    const before = this.hasLooseWork()
    const result = change()
    if (this.hasLooseWork() !== before) this.#listeners.forEach(listener => listener())
    return result
  }
}
