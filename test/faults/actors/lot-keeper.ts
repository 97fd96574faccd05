import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { lotKey } from '#domain/catalogue/lot.ts'
import { toLotFields } from '#test/rows/lot-fields.ts'
import type { Chances } from '../chances.ts'
import type { DatedProduct } from '../world/dated-goods.ts'
import type { World } from '../world/open-world.ts'
import { type Answer, call } from './call.ts'
import type { Notebook } from './notebook.ts'

const TIMEOUT_MS = 5000
const PIECES_OF_LOT = 3

type KeeperLife = {
  world: World
  products: readonly DatedProduct[]
  recalledLot: string
  chances: Chances
  notebook: Notebook
  closing: AbortSignal
}

/** Receives goods with lots, and recalls one lot while shoppers buy it. */
export async function liveAsLotKeeper(life: KeeperLife): Promise<void> {
  if (life.products.length > 0) await Promise.all([deliverAgainAndAgain(life), recallOnce(life)])
}

async function deliverAgainAndAgain(life: KeeperLife): Promise<void> {
  const { world, products, chances, closing } = life
  while (!closing.aborted) {
    await pause(life, [300, 1500])
    const { id: product_id, packages } = chances.pick(products)
    const lots = packages
      .filter(lot => lotKey(lot) !== '')
      .map(lot => ({ ...toLotFields(lot), quantity: PIECES_OF_LOT }))
    const line = { product_id, quantity: PIECES_OF_LOT * packages.length, lots }
    const body = { key: randomUUID(), kind: 'delivery', lines: [line] }
    const store = chances.pick(world.stocked.stores).id
    const answer = await request(life, `POST admin/stores/${store}/stock-moves`, body)
    // Without a response, the same entry again.
    if (answer === undefined) await request(life, `POST admin/stores/${store}/stock-moves`, body)
  }
}

async function recallOnce(life: KeeperLife): Promise<void> {
  const { products, recalledLot: lot, notebook, closing } = life
  const product = products.find(({ isRecalled }) => isRecalled)
  const reasons = { en: 'Glass in it.', fi: 'Lasinsiruja.', sv: 'Glassplitter.' }
  const sold = { sold_from: null, sold_until: null }
  const body = { product_id: product?.id, reasons, lots: '', recalled_lots: [lot], ...sold }
  await pause(life, [2000, 5000])
  while (!closing.aborted) {
    const answer = await request(life, 'POST admin/recalls', body)
    // 409: an earlier request began it, and its response was lost.
    if (answer?.status === 200 || answer?.status === 409) notebook.recalledAt.set(lot, new Date())
    if (notebook.recalledAt.has(lot)) return
    await pause(life, [200, 800])
  }
}

const pause = ({ chances, closing }: KeeperLife, [min, max]: readonly [number, number]): Promise<void> =>
  sleep(chances.between(min, max), undefined, { signal: closing }).catch(() => undefined)

const request = ({ world, notebook }: KeeperLife, line: string, body: object): Promise<Answer | undefined> =>
  call({
    origin: world.front.origin,
    headers: world.stocked.admin.headers,
    line,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    onError: notebook.countError,
  }).then(answer => {
    notebook.countAnswer(answer?.status ?? 0)
    return answer
  })
