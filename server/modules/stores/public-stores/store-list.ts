import { type Store, stores } from '#contract/stores/stores.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { placeOf } from '#domain/stores/coordinates.ts'
import { openingState } from '#domain/stores/opening-hours.ts'
import type { Context } from '#server/platform/context.ts'
import { prepareBody, type PreparedBody } from '#server/platform/http/send-prepared.ts'
import { daysAround, findStoresWithHours, readStoresVersion, type StoreWithHours } from './queries.ts'

/** A row as the API shows it at a moment. */
function toStore(row: StoreWithHours, now: Date): Store {
  const { weekly, exceptions, always_open: alwaysOpen, time_zone: timeZone } = row
  const state = openingState({ weekly, exceptions, alwaysOpen, timeZone, now })
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    location: placeOf(row),
    opens_at: state.opensAt ?? null,
    closes_at: state.closesAt ?? null,
    // False for a store that will close for an exception in the coming days.
    always_open: alwaysOpen && state.open && state.opensAt === undefined && state.nextChange === undefined,
    is_open: state.open,
    changes_at: state.nextChange ?? null,
    time_zone: timeZone,
    has_lock: row.lock_provider !== null,
    enable_preorders: row.enable_preorders,
    test_payment: row.payment_mode === 'test',
    sells_age_restricted: row.sells_age_restricted,
  }
}

/** Midnight, when the hours of another day begin, is at a quarter of an hour in every time zone. */
const QUARTER_MS = 15 * 60_000

type Built = { version: string; from: number; until: number; body: PreparedBody }

async function build({ db }: Context, version: string, now: Date): Promise<Built> {
  const rows = await findStoresWithHours(db, daysAround(now))
  const list = rows.map(row => toStore(row, now)).toSorted((a, b) => byFinnishName(a, b) || a.id - b.id)
  const body = await prepareBody(stores.list.answer.parse(list))
  return { version, from: now.getTime(), until: untilChange(list, now.getTime()), body }
}

function untilChange(list: readonly Store[], now: number): number {
  const changes = list.flatMap(({ changes_at }) => (changes_at === null ? [] : [Date.parse(changes_at)]))
  return changes.reduce((soonest, at) => Math.min(soonest, at), now - (now % QUARTER_MS) + QUARTER_MS)
}

/**
 * The published stores, serialised and compressed once for all callers until a store changes, opens or closes: every start of the
 * app requests them, and computing the hours of hundreds of stores is slow. Each call checks the version in the database.
 */
export function storeList(context: Context): () => Promise<PreparedBody> {
  let building: { version: string; at: number; built: Promise<Built> } | undefined
  let last: Built | undefined

  async function buildOnce(version: string, now: Date): Promise<Built> {
    // Concurrent calls for the same version share the build.
    if (building?.version === version && building.at === quarterOf(now)) return building.built
    const mine = { version, at: quarterOf(now), built: build(context, version, now) }
    building = mine
    try {
      return (last = await mine.built)
    } finally {
      if (building === mine) building = undefined
    }
  }

  return async () => {
    const version = await readStoresVersion(context.db)
    const now = context.now()
    const holds = last?.version === version && last.from <= now.getTime() && now.getTime() < last.until
    return (holds && last ? last : await buildOnce(version, now)).body
  }
}

const quarterOf = (now: Date): number => Math.floor(now.getTime() / QUARTER_MS)
