// Local storage may be refused, full or absent: what can't be kept lasts as long as the page, in this map.
const fallback = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? fallback.get(key) ?? null
  } catch {
    return fallback.get(key) ?? null
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
    fallback.delete(key)
  } catch {
    fallback.set(key, value)
  }
}

export function eraseStored(key: string): void {
  fallback.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept, so nothing stays.
  }
}
