import { shopDate } from '#domain/shop-date.ts'
import { readCatalogueVersion } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import type { PreparedBody } from '#server/platform/http/send-prepared.ts'
import { buildBody, type FindPreparedBody, type ListState, type ListReader } from './build-list-body.ts'

/** Half of the second within which a change must be visible: the check itself and the build take some of it. */
const CHECK_EVERY_MS = 500

/** Three languages in five hundred stores. Beyond it, the body that was built first is dropped. */
const MAX_BODIES = 1500

type ListCheck = { at: number; state: Promise<ListState>; cached?: ListState }
type BuiltList = ListState & { body: Promise<PreparedBody>; ready?: PreparedBody }

async function readState(context: Context, storeId: number | null): Promise<ListState> {
  const version = await readCatalogueVersion(context.db, storeId)
  return { version, date: shopDate(context.now()) }
}

/** Checks at most every half second whether the list of the store changed; all requests within that time share the result. */
function stateKeeper(context: Context) {
  const checks = new Map<number | null, ListCheck>()
  const recent = (storeId: number | null): ListCheck | undefined => {
    const check = checks.get(storeId)
    return check && performance.now() - check.at < CHECK_EVERY_MS ? check : undefined
  }
  function current(storeId: number | null): Promise<ListState> {
    const cached = recent(storeId)
    if (cached) return cached.state
    const check: ListCheck = { at: performance.now(), state: readState(context, storeId) }
    checks.set(storeId, check)
    check.state.then(
      state => (check.cached = state),
      () => checks.get(storeId) === check && checks.delete(storeId),
    )
    return check.state
  }
  return { current, cached: (storeId: number | null) => recent(storeId)?.cached }
}

const readerKey = ({ storeId, language }: ListReader) => `${storeId} ${language}`

/** Caches one body per store and language, built on the first request; concurrent requests share it. */
export function productLists(context: Context) {
  const states = stateKeeper(context)
  const bodies = new Map<string, BuiltList>()

  /** Stores that sell the same goods, none of them scarce, share one body. */
  const findPrepared: FindPreparedBody = etag => [...bodies.values()].find(({ ready }) => ready?.etag === etag)?.ready

  function build(key: string, reader: ListReader, state: ListState): Promise<PreparedBody> {
    const built: BuiltList = { ...state, body: buildBody(context, reader, { ...state, findPrepared }) }
    bodies.delete(key)
    bodies.set(key, built)
    const [oldest] = bodies.keys()
    if (bodies.size > MAX_BODIES && oldest !== undefined) bodies.delete(oldest)
    built.body.then(
      body => (built.ready = body),
      // A failed build is not cached: the next request tries again.
      () => bodies.get(key) === built && bodies.delete(key),
    )
    return built.body
  }

  const builtFrom = (key: string, { version, date }: ListState): BuiltList | undefined => {
    const built = bodies.get(key)
    return built?.version === version && built.date === date ? built : undefined
  }
  return {
    async bodyFor(reader: ListReader): Promise<PreparedBody> {
      const state = await states.current(reader.storeId)
      const key = readerKey(reader)
      return builtFrom(key, state)?.body ?? build(key, reader, state)
    },
    /** `bodyFor` from memory; undefined if it must be checked or built. */
    readyBodyFor(reader: ListReader): PreparedBody | undefined {
      const state = states.cached(reader.storeId)
      return state && builtFrom(readerKey(reader), state)?.ready
    },
  }
}
