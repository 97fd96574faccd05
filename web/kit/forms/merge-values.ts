import { type Fields, groupFields, mergeFields, mergeOrder, type Versions } from '#domain/three-way-merge.ts'

/** A form's values as typed, by field name. A nested field has a dot: `names.fi`. */
export type FormValues = Readonly<Record<string, string | boolean>>

/** How the values of a form are merged where a field is not a single value. */
export type MergeShape<Values extends FormValues> = {
  /** Fields that only make sense together have the same group. */
  getGroup?: (field: string) => string
  /** Turns each row of a list stored in one text into a field, named by the row's key; `join` is the inverse. */
  split?: (values: Values) => Fields
  join?: (fields: Fields) => Values
  /** A field that contains an order of keys; `toField` names the field that exists while a key is in the list. */
  order?: { field: keyof Values & string; separator: string; toField: (key: string) => string }
}

/** The fields of a group in which two versions differ. */
export type FieldChange = {
  /** The group. */
  field: string
  mine: Fields
  theirs: Fields
}

type MergedValues<Values extends FormValues> = {
  values: Values
  /** Both users changed these, to different values. */
  conflicts: readonly FieldChange[]
  /** Only the other user changed these; `mine` is the value before. */
  adopted: readonly FieldChange[]
}

export type ChooseSide = (field: string) => 'mine' | 'theirs'

const chooseMine: ChooseSide = () => 'mine'

const keysIn = (text: string | boolean | undefined, separator: string) =>
  typeof text === 'string' && text !== '' ? text.split(separator) : []

function mergeKeys<Values extends FormValues>(
  { field, separator }: NonNullable<MergeShape<Values>['order']>,
  { base, mine, theirs }: Versions<Fields>,
  choose: ChooseSide,
) {
  const getKeys = (version: Fields) => keysIn(version[field], separator)
  const keys = { base: getKeys(base), mine: getKeys(mine), theirs: getKeys(theirs) }
  const { isConflict, isTaken, keys: merged } = mergeOrder(keys, choose(field))
  const change = { field, mine: { [field]: mine[field] ?? '' }, theirs: { [field]: theirs[field] ?? '' } }
  const before = { ...change, mine: { [field]: base[field] ?? '' } }
  return { merged, conflicts: isConflict ? [change] : [], adopted: isTaken ? [before] : [] }
}

/** Merges the typed values with what another user saved meanwhile: a change by only one of them is kept. */
export function mergeValues<Values extends FormValues>(
  versions: Versions<Values>,
  shape: MergeShape<Values> = {},
  choose: ChooseSide = chooseMine,
): MergedValues<Values> {
  // Without a shape, a form's values are the fields themselves.
  const { getGroup = field => field, split = values => values, join = fields => fields as Values, order } = shape
  const whole = { base: split(versions.base), mine: split(versions.mine), theirs: split(versions.theirs) }
  const isValue = ([field]: [string, unknown]) => field !== order?.field
  const valuesIn = (version: Fields): Fields => Object.fromEntries(Object.entries(version).filter(isValue))
  const valueVersions = { base: valuesIn(whole.base), mine: valuesIn(whole.mine), theirs: valuesIn(whole.theirs) }
  const { fields, conflicts, fromTheirs: adopted } = mergeFields(valueVersions, getGroup, choose)
  const ordered = order && mergeKeys(order, whole, choose)
  const groups = groupFields(valueVersions, getGroup)
  const differing = (group: string, one: Fields, other: Fields) => {
    const names = groups.get(group)?.filter(name => one[name] !== other[name]) ?? []
    const pick = (version: Fields): Fields =>
      Object.fromEntries(names.flatMap(name => (version[name] === undefined ? [] : [[name, version[name]]])))
    return { field: group, mine: pick(one), theirs: pick(other) }
  }
  const keys = order && ordered && ordered.merged.filter(key => fields[order.toField(key)] !== undefined)
  return {
    values: join(keys ? { ...fields, [order.field]: keys.join(order.separator) } : fields),
    conflicts: [
      ...conflicts.map(group => differing(group, valueVersions.mine, valueVersions.theirs)),
      ...(ordered?.conflicts ?? []),
    ],
    adopted: [
      ...adopted.map(group => differing(group, valueVersions.base, valueVersions.theirs)),
      ...(ordered?.adopted ?? []),
    ],
  }
}
