/** A record as flat fields. An absent field does not exist in that version of the record. */
export type Fields = Readonly<Record<string, string | boolean>>

/** Three versions of a record: the one that an edit began from, the edit, and the one that was saved meanwhile. */
export type Versions<Value> = {
  base: Value
  mine: Value
  theirs: Value
}

export type MergedFields = {
  fields: Fields
  /** Groups that both sides changed, to different values. Until one is chosen, `fields` contains mine. */
  conflicts: readonly string[]
  /** Groups that only the other side changed. */
  fromTheirs: readonly string[]
}

/** Fields that belong together, such as two coordinates, have the same group. */
export type GroupOf = (field: string) => string

type Side = 'mine' | 'theirs'

/** The fields of each group, over all versions. */
export function groupFields(versions: Versions<Fields>, getGroup: GroupOf): Map<string, string[]> {
  const { base, mine, theirs } = versions
  return Map.groupBy(Object.keys({ ...base, ...theirs, ...mine }), getGroup)
}

/**
 * Merges group by group: changes of one side are taken, different changes of both sides are a conflict. Fields are returned
 * in the order of theirs, then of mine.
 */
export function mergeFields(
  versions: Versions<Fields>,
  getGroup: GroupOf = field => field,
  choose: (group: string) => Side = () => 'mine',
): MergedFields {
  const { base, mine, theirs } = versions
  const conflicts: string[] = []
  const fromTheirs: string[] = []
  const sides = new Map<string, Side>()
  for (const [group, fields] of groupFields(versions, getGroup)) {
    const isSame = (one: Fields, other: Fields) => fields.every(field => one[field] === other[field])
    const isMine = !isSame(mine, base)
    const isTheirs = !isSame(theirs, base)
    const isConflict = isMine && isTheirs && !isSame(mine, theirs)
    if (isConflict) conflicts.push(group)
    if (isTheirs && !isMine) fromTheirs.push(group)
    sides.set(group, isConflict ? choose(group) : isMine ? 'mine' : 'theirs')
  }
  const entries = Object.keys({ ...theirs, ...mine }).flatMap((field): [string, string | boolean][] => {
    const value = (sides.get(getGroup(field)) === 'mine' ? mine : theirs)[field]
    return value === undefined ? [] : [[field, value]]
  })
  return { fields: Object.fromEntries(entries), conflicts, fromTheirs }
}

export type MergedOrder = {
  /** All keys of mine and of theirs. */
  keys: readonly string[]
  /** Both sides changed the order, differently. */
  isConflict: boolean
  /** Only the other side changed the order. */
  isTaken: boolean
}

const within = (keys: readonly string[], others: readonly string[]) => keys.filter(key => others.includes(key))
const isSameOrder = (one: readonly string[], other: readonly string[]) =>
  String(within(one, other)) === String(within(other, one))

/** Merges the order of keys. All keys are kept here; whether a key remains is decided by its fields. */
export function mergeOrder({ base, mine, theirs }: Versions<readonly string[]>, side: Side = 'mine'): MergedOrder {
  const isMine = !isSameOrder(mine, base)
  const isTheirs = !isSameOrder(theirs, base)
  const isConflict = isMine && isTheirs && !isSameOrder(mine, theirs)
  const leads = isConflict ? side === 'mine' : isMine
  const [first, second] = leads ? [mine, theirs] : [theirs, mine]
  const keys = [...first]
  // A key that only the other side has is inserted after its predecessor there.
  for (const [at, key] of second.entries())
    if (!keys.includes(key)) keys.splice(at === 0 ? 0 : keys.indexOf(second[at - 1] ?? '') + 1, 0, key)
  return { keys, isConflict, isTaken: isTheirs && !isMine }
}
