import { comparisonKey } from '#domain/format/normalise-text.ts'

/** A store. Cells list stores by names or ids, comma-separated, or all or none in a word. */
type StoreName = { id: number; name: string }

export const ALL_STORES = { en: 'all', fi: 'kaikki', sv: 'alla' } as const
export const NO_STORES = { en: 'none', fi: 'ei missään', sv: 'ingen' } as const

const ALL_STORES_WORDS: ReadonlySet<string> = new Set(Object.values(ALL_STORES))
const NONE: ReadonlySet<string> = new Set([
  ...Object.values(NO_STORES),
  '-',
  '–',
  'ei',
  'ei mikään',
  'inga',
  'ingenstans',
])

const inOrder = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)

type StoresRead = { ids: number[] } | { problem: 'unknown' | 'ambiguous'; value: string }

/** Parses the stores in a cell; returns the first problem. `byId`: digits are ids of the shop, not of another program. */
export function readStores(text: string, stores: readonly StoreName[], byId = true): StoresRead {
  if (ALL_STORES_WORDS.has(comparisonKey(text))) return { ids: inOrder(stores.map(({ id }) => id)) }
  if (NONE.has(comparisonKey(text))) return { ids: [] }
  const parts = text.split(/[,;\n]/).filter(part => comparisonKey(part) !== '')
  const found = parts.map(part => oneStore(part, stores, byId))
  const invalid = found.find(each => 'problem' in each)
  if (!invalid) return { ids: inOrder(found.flatMap(each => ('id' in each ? each.id : []))) }
  // A store's name may contain a comma.
  const whole = oneStore(text, stores, byId)
  return 'id' in whole ? { ids: [whole.id] } : invalid
}

type StoreOrProblem = { id: number } | Exclude<StoresRead, { ids: number[] }>

function oneStore(text: string, stores: readonly StoreName[], byId: boolean): StoreOrProblem {
  const isId = byId && /^\s*\d+\s*$/.test(text)
  const [store, ...others] = isId
    ? stores.filter(({ id }) => id === Number(text))
    : stores.filter(({ name }) => comparisonKey(name) === comparisonKey(text))
  const value = text.trim()
  if (!store) return { problem: 'unknown', value }
  return others.length > 0 ? { problem: 'ambiguous', value } : { id: store.id }
}

/** The inverse of `readStores`: writes names, and the id of a store whose name would not be parsed. */
export function writeStores(ids: readonly number[], stores: readonly StoreName[]): string {
  if (ids.length === 0) return NO_STORES.en
  const labelFor = (id: number) => {
    const name = stores.find(store => store.id === id)?.name.trim() ?? ''
    const read = /[,;\n]/.test(name) ? undefined : readStores(name, stores)
    return read && 'ids' in read && read.ids.join() === String(id) ? name : String(id)
  }
  return ids.map(labelFor).join(', ')
}
