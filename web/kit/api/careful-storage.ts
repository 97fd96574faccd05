/** A storage that may be refused or full: what can't be done there is answered, and nothing throws. */
export function carefulStorage(storage: () => Storage) {
  const tryIt = <Result>(access: (area: Storage) => Result, otherwise: Result): Result => {
    try {
      return access(storage())
    } catch {
      return otherwise
    }
  }
  return {
    read: (key: string): string | null => tryIt(area => area.getItem(key), null),
    /** Whether there was room. */
    keep: (key: string, value: string): boolean => tryIt(area => (area.setItem(key, value), true), false),
    remove: (key: string): void => tryIt(area => area.removeItem(key), undefined),
    keys: (prefix: string): string[] =>
      tryIt(area => Array.from({ length: area.length }, (_, index) => area.key(index) ?? ''), []).filter(key =>
        key.startsWith(prefix),
      ),
  }
}

export type CarefulStorage = ReturnType<typeof carefulStorage>
