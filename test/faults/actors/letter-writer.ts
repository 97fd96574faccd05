import { setTimeout as sleep } from 'node:timers/promises'
import { csrfToken, VISITOR_COOKIE } from '#server/platform/http/csrf.ts'
import { makeSecrets, randomToken } from '#server/platform/secrets/secrets.ts'
import type { Chances } from '../chances.ts'
import { SECRET } from '../world/stock.ts'
import { call } from './call.ts'
import type { Notebook } from './notebook.ts'

type Life = { origin: string; chances: Chances; notebook: Notebook; closing: AbortSignal }

/** Requests a login link now and then, each time for another address: the outbox must send every mail that a server promised. */
export async function liveAsLetterWriter({ origin, chances, notebook, closing }: Life): Promise<void> {
  const mark = randomToken()
  const headers = { cookie: `${VISITOR_COOKIE}=${mark}`, 'x-csrf-token': csrfToken(makeSecrets(SECRET), mark) }
  while (!closing.aborted) {
    await sleep(chances.between(300, 1500), undefined, { signal: closing }).catch(() => undefined)
    const email = `letter-${randomToken()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')}@puoti.example`
    const answer = await call({
      origin,
      headers,
      line: 'POST login',
      body: { email },
      signal: AbortSignal.timeout(5000),
    })
    if (answer?.status === 200) notebook.promised.push({ email, at: Date.now() })
  }
}
