import { request, type Agent } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BenchShopper } from './bench-stock.ts'

/** The shopper, the shop and the connections of a call. */
export type Caller<Shopper = Pick<BenchShopper, 'cookie' | 'csrfToken'>> = {
  origin: string
  agent: Agent
  shopper: Shopper
}
export type Answer = { status: number; body: Record<string, unknown> }

/** `asked`: for example `POST order`. */
export async function call({ origin, agent, shopper }: Caller, endpoint: string, body?: object): Promise<Answer> {
  const [method = 'GET', path = ''] = endpoint.split(' ')
  const payload = body && JSON.stringify(body)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = {
    cookie: shopper.cookie,
    'x-csrf-token': shopper.csrfToken,
    origin,
    ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  }
  request(`${origin}/api/${path}?lang=fi`, { method, agent, headers }, answer => {
    text(answer).then(
      responseText => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(responseText) }),
      reject,
    )
  })
    .on('error', reject)
    .end(payload)
  return promise
}

/** Places an order and pays it; returns the result of the payment. */
export async function buy(caller: Caller<BenchShopper>): Promise<unknown> {
  const placed = await well(caller, 'POST order', { orderItems: caller.shopper.items })
  const paid = await well(caller, 'POST order/pay', { order_id: placed['id'], total_amount: placed['total_amount'] })
  return paid['string_code']
}

async function well(caller: Caller, endpoint: string, body: object): Promise<Answer['body']> {
  const answer = await call(caller, endpoint, body)
  if (answer.status !== 200) throw new Error(`${endpoint} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
