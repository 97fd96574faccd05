import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { BareAnswer } from './bare-server.ts'
import type { BenchShopper } from './bench-stock.ts'
import { runChild, startChild } from './child.ts'
import type { ProductsLoad } from './products-load.ts'
import { compareInRounds, type Compared } from './rounds.ts'
import type { RunningShop } from './running-shop.ts'

const ROUNDS = 15
const SECONDS = 1
const CONNECTIONS = 8
/** Headers that Node's server adds by itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** GET /api/products against a bare server that sends the same bytes with the same headers. */
export async function benchProducts(shop: RunningShop, shopper: BenchShopper): Promise<Compared & { bytes: number }> {
  const { answer, products } = await getAnswer(shop, shopper)
  if (products !== 100) throw new Error(`The list has ${products} products`)
  const bare = startChild('bench/bare-server.ts', { input: answer })
  const [line] = await once(bare.stdout, 'data')
  const { port: barePort }: { port: number } = JSON.parse(String(line))
  const bytes = Buffer.from(answer.bodyBase64, 'base64').length
  const load = (port: number) => () => {
    const input: ProductsLoad = {
      port,
      cookie: shopper.cookie,
      connections: CONNECTIONS,
      seconds: SECONDS,
      bodyBytes: bytes,
    }
    return runChild<number>('bench/products-load.ts', input)
  }
  const compared = await compareInRounds(ROUNDS, load(Number(new URL(shop.origin).port)), load(barePort))
  bare.stdin.end()
  return { ...compared, bytes }
}

async function getAnswer(
  shop: RunningShop,
  { cookie }: BenchShopper,
): Promise<{ answer: BareAnswer; products: number }> {
  const request = async (encoding: string) => {
    const headers = { cookie, 'accept-encoding': encoding }
    const [message]: IncomingMessage[] = await once(get(`${shop.origin}/api/products?lang=en`, { headers }), 'response')
    return { raw: message!.rawHeaders, body: await buffer(message!) }
  }
  const plain = await request('identity')
  const { raw, body } = await request('br')
  const headers: [string, string][] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name, value] = [raw[at]!, raw[at + 1]!]
    if (!OWN_HEADERS.includes(name.toLowerCase())) headers.push([name, value])
  }
  const list: unknown[] = JSON.parse(plain.body.toString())
  return { answer: { headers, bodyBase64: body.toString('base64') }, products: list.length }
}
