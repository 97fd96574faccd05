/** A record as flat fields. A field that is absent does not exist in that version of the record. */
export type Fields = Readonly<Record<string, string | boolean>>

/** Three versions of a record: what an edit began from, the edit, and what somebody else saved meanwhile. */
export interface Versions<Value> {
  base: Value
  mine: Value
  theirs: Value
}

export interface MergedFields {
  fields: Fields
  /** Groups that both changed, to different values. Until one is chosen, `fields` holds mine. */
  conflicts: readonly string[]
  /** Groups that only they changed. */
  taken: readonly string[]
}

/** Fields that only make sense together, such as two coordinates, have the same group. */
export type GroupOf = (field: string) => string

type Side = 'mine' | 'theirs'

/** The fields of each group, over all versions. */
export function groupFields(versions: Versions<Fields>, groupOf: GroupOf): Map<string, string[]> {
  const { base, mine, theirs } = versions
  return Map.groupBy(Object.keys({ ...base, ...theirs, ...mine }), groupOf)
}

/**
 * Merges group by group: what one side changed is taken, what both changed to different values is a conflict. Fields come
 * out in the order of theirs, and then of mine.
 */
export function mergeFields(
  versions: Versions<Fields>,
  groupOf: GroupOf = field => field,
  choose: (group: string) => Side = () => 'mine',
): MergedFields {
  const { base, mine, theirs } = versions
  const [conflicts, taken, sides]: [string[], string[], Map<string, Side>] = [[], [], new Map()]
  for (const [group, fields] of groupFields(versions, groupOf)) {
    const isSame = (one: Fields, other: Fields) => fields.every(field => one[field] === other[field])
    const [isMine, isTheirs] = [!isSame(mine, base), !isSame(theirs, base)]
    const isConflict = isMine && isTheirs && !isSame(mine, theirs)
    if (isConflict) conflicts.push(group)
    if (isTheirs && !isMine) taken.push(group)
    sides.set(group, isConflict ? choose(group) : isMine ? 'mine' : 'theirs')
  }
  const entries = Object.keys({ ...theirs, ...mine }).flatMap((field): [string, string | boolean][] => {
    const value = (sides.get(groupOf(field)) === 'mine' ? mine : theirs)[field]
    return value === undefined ? [] : [[field, value]]
  })
  return { fields: Object.fromEntries(entries), conflicts, taken }
}

export interface MergedOrder {
  /** All keys of mine and of theirs. */
  keys: readonly string[]
  /** Both moved something, to different orders. */
  isConflict: boolean
  /** Only they moved something. */
  isTaken: boolean
}

const within = (keys: readonly string[], others: readonly string[]) => keys.filter(key => others.includes(key))
const isSameOrder = (one: readonly string[], other: readonly string[]) =>
  String(within(one, other)) === String(within(other, one))

/** Merges the order of keys. Which of the keys stay is for their fields to say: here none is lost. */
export function mergeOrder({ base, mine, theirs }: Versions<readonly string[]>, side: Side = 'mine'): MergedOrder {
  const [isMine, isTheirs] = [!isSameOrder(mine, base), !isSameOrder(theirs, base)]
  const isConflict = isMine && isTheirs && !isSameOrder(mine, theirs)
  const leads = isConflict ? side === 'mine' : isMine
  const [first, second] = leads ? [mine, theirs] : [theirs, mine]
  const keys = [...first]
  // Each that only the other has comes after the one before it there.
  for (const [at, key] of second.entries())
    if (!keys.includes(key)) keys.splice(at === 0 ? 0 : keys.indexOf(second[at - 1] ?? '') + 1, 0, key)
  return { keys, isConflict, isTaken: isTheirs && !isMine }
}
