import { products } from '#contract/catalogue/products.ts'
import type { LanguageCode } from '#contract/values.ts'
import { isFinnish } from '#domain/catalogue/label-layouts.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import { readLayouts } from '#server/platform/db/label-layouts.ts'
import { prepareBody } from '#server/platform/http/prepare-body.ts'
import type { PreparedBody } from '#server/platform/http/send-prepared.ts'
import { readCatalogueVersion } from '#server/platform/catalogue-version/catalogue-version.ts'
import { findListedProducts } from './queries.ts'
import { toProduct } from './to-product.ts'

/** Half of the second within which a change must show: the check itself and the building take some of it. */
const CHECK_EVERY_MS = 500
/** Of three languages in five hundred stores. Beyond it the body that was built first is let go. */
const MOST_BODIES = 1500

/** `storeId` null: a shopper who has not chosen a store. */
export type Reader = { storeId: number | null; language: LanguageCode }
/** What a body was made from; another state needs another body. */
type State = { version: string; date: string }
type Check = { at: number; state: Promise<State>; known?: State }
type Built = State & { body: Promise<PreparedBody>; ready?: PreparedBody }

async function readState(context: Context, storeId: number | null): Promise<State> {
  const version = await readCatalogueVersion(context.db, storeId)
  return { version, date: shopDate(context.now()) }
}

type Known = (etag: string) => PreparedBody | undefined

async function buildBody({ db }: Context, reader: Reader, { date, known }: Pick<State, 'date'> & { known: Known }) {
  const rows = await findListedProducts(db, { storeId: reader.storeId, date })
  const layouts = await readLayouts(db)
  const ownLayouts = isFinnish(layouts) ? undefined : layouts
  return prepareBody(products.list.answer.parse(rows.map(row => toProduct(row, { ...reader, ownLayouts }))), known)
}

/** At most every half second asks whether the store's list changed; all askers of that time share the answer. */
function stateKeeper(context: Context) {
  const checks = new Map<number | null, Check>()
  const recent = (storeId: number | null): Check | undefined => {
    const check = checks.get(storeId)
    return check && performance.now() - check.at < CHECK_EVERY_MS ? check : undefined
  }
  function current(storeId: number | null): Promise<State> {
    const known = recent(storeId)
    if (known) return known.state
    const check: Check = { at: performance.now(), state: readState(context, storeId) }
    checks.set(storeId, check)
    check.state.then(
      state => (check.known = state),
      () => checks.get(storeId) === check && checks.delete(storeId),
    )
    return check.state
  }
  return { current, known: (storeId: number | null) => recent(storeId)?.known }
}

const keyOf = ({ storeId, language }: Reader) => `${storeId} ${language}`

/** Holds one ready body per store and language, built when first asked for; who asks meanwhile shares it. */
export function productLists(context: Context) {
  const states = stateKeeper(context)
  const bodies = new Map<string, Built>()

  /** Stores that sell the same goods, none of them scarce, share one body. */
  const known: Known = etag => [...bodies.values()].find(({ ready }) => ready?.etag === etag)?.ready

  function build(key: string, reader: Reader, state: State): Promise<PreparedBody> {
    const built: Built = { ...state, body: buildBody(context, reader, { ...state, known }) }
    bodies.delete(key)
    bodies.set(key, built)
    const [oldest] = bodies.keys()
    if (bodies.size > MOST_BODIES && oldest !== undefined) bodies.delete(oldest)
    built.body.then(
      body => (built.ready = body),
      // A failed one is not kept: who asks next tries again.
      () => bodies.get(key) === built && bodies.delete(key),
    )
    return built.body
  }

  const builtFrom = (key: string, { version, date }: State): Built | undefined => {
    const built = bodies.get(key)
    return built?.version === version && built.date === date ? built : undefined
  }
  return {
    async bodyFor(reader: Reader): Promise<PreparedBody> {
      const state = await states.current(reader.storeId)
      const key = keyOf(reader)
      return builtFrom(key, state)?.body ?? build(key, reader, state)
    },
    /** The same, if no more than memory is needed. */
    readyBodyFor(reader: Reader): PreparedBody | undefined {
      const state = states.known(reader.storeId)
      return state && builtFrom(keyOf(reader), state)?.ready
    },
  }
}
