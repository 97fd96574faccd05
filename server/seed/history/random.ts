/** Numbers that look random and are the same each time for a seed. */
export type Random = {
  /** From 0 (inclusive) to 1. */
  share: () => number
  isBelow: (share: number) => boolean
  /** A whole number; both ends inclusive. */
  between: (min: number, max: number) => number
  /** Throws for an empty list. */
  pick: <Item>(items: readonly Item[]) => Item
  /** An item, the likelier the higher its weight; undefined when all weights are 0. */
  weighted: <Item>(items: readonly Item[], getWeight: (item: Item) => number) => Item | undefined
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Numbers from 0 (inclusive) to 1, the same for a seed of 32 bits. */
export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

export function createRandom(seed: string): Random {
  const share = mulberry32(hashText(seed))
  const between = (min: number, max: number) => min + Math.floor(share() * (max - min + 1))
  return {
    share,
    between,
    isBelow: limit => share() < limit,
    pick(items) {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('chosen from nothing')
      return item
    },
    weighted(items, getWeight) {
      let remaining = share() * items.reduce((sum, item) => sum + getWeight(item), 0)
      return items.find(item => (remaining -= getWeight(item)) < 0)
    },
  }
}
