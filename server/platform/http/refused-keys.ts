import { RecentMap } from './recent-map.ts'

const MOST = 10_000

/** Keys of limits, as they are stored, and until when each has no point left. Dropping one costs another write. */
export type RefusedKeys = RecentMap<string, Date>

export const makeRefusedKeys = (): RefusedKeys => new RecentMap(MOST)
