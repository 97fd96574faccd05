import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { JWT } from 'google-auth-library'
import { z } from 'zod'
import { interpretAnswer, postGuarded, type PostResult } from './post.ts'
import type { PushMessage, PushOutcome, PushService } from './push.ts'

const OAUTH_SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const MAX_CONNECTIONS = 16
const TOKEN_PATTERN = /^[\w:.-]{20,1000}$/
const TOKEN_TIMEOUT_MS = 10_000

/** A service account's key, as downloaded from Google's console. */
export const fcmCredentials = z.object({
  project_id: z.string().regex(/^[\w-]+$/),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url().optional(),
})
export type FcmCredentials = z.output<typeof fcmCredentials>

type FcmOptions = { credentials: FcmCredentials; url?: string; timeoutMs?: number }

/** Firebase Cloud Messaging (HTTP v1), for the iOS app, which has Firebase tokens. */
export function fcmService({ credentials, url = 'https://fcm.googleapis.com', timeoutMs }: FcmOptions): PushService {
  const address = new URL(`/v1/projects/${credentials.project_id}/messages:send`, url)
  const agentOptions = { keepAlive: true, maxSockets: MAX_CONNECTIONS }
  const agent = address.protocol === 'https:' ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions)
  const account = serviceAccount(credentials)
  return {
    accepts: ({ address: token, keys }) => keys === null && TOKEN_PATTERN.test(token),
    async send({ address: token }, message) {
      const access = await accessToken(account)
      // Nothing of the message was sent.
      if (access === undefined) return { kind: 'later', reason: 'no access token' }
      const body = JSON.stringify({ message: { token, ...toContent(message) } })
      const headers = { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' }
      const limits = timeoutMs === undefined ? {} : { timeoutMs }
      return toPushOutcome(await postGuarded({ url: address, headers, body, agent, guard: undefined, ...limits }))
    },
    close: () => agent.destroy(),
  }
}

function serviceAccount({ client_email: email, private_key: key, token_uri: tokenUrl }: FcmCredentials): JWT {
  return new JWT({
    email,
    key,
    scopes: [OAUTH_SCOPE],
    transporterOptions: {
      // The library uses a fixed address; the key's own may differ.
      fetchImplementation: (input, init) =>
        fetch(tokenUrl ?? input, { ...init, redirect: 'error', signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS) }),
    },
  })
}

/** Cached by the library until shortly before it expires. */
async function accessToken(account: JWT): Promise<string | undefined> {
  try {
    return (await account.getAccessToken()).token ?? undefined
  } catch {
    return undefined
  }
}

const toContent = ({ title, body, navigate, ttlSeconds, urgency, topic, language }: PushMessage) => ({
  notification: { title, body },
  data: { navigate, lang: language },
  apns: {
    headers: {
      'apns-expiration': String(Math.floor(Date.now() / 1000) + ttlSeconds),
      'apns-priority': urgency === 'high' ? '10' : '5',
      'apns-collapse-id': topic,
    },
    payload: { aps: { sound: 'default' } },
  },
})

const fcmAnswer = z.object({
  error: z.object({ details: z.optional(z.array(z.object({ errorCode: z.optional(z.string()) }))) }),
})

/** A 404 may refer to the project; only UNREGISTERED or SENDER_ID_MISMATCH mean that the token is gone. */
function toPushOutcome(posted: PostResult): PushOutcome {
  const outcome = interpretAnswer(posted)
  if (posted.kind !== 'answered' || outcome.kind === 'delivered') return outcome
  const code = readErrorCode(posted.text)
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return { kind: 'gone', reason: code }
  return outcome.kind === 'gone' ? { kind: 'failed', reason: outcome.reason, isAlarming: true } : outcome
}

function readErrorCode(text: string): string | undefined {
  try {
    const read = fcmAnswer.safeParse(JSON.parse(text))
    return read.success ? read.data.error.details?.find(({ errorCode }) => errorCode)?.errorCode : undefined
  } catch {
    return undefined
  }
}
