import { generateKeyPairSync, verify, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Behaviour } from './push-service.ts'

const PROJECT = 'puoti-test'

/** A message in Firebase's format. */
export type FirebaseMessage = {
  token: string
  notification: { title: string; body: string }
  data: { navigate: string; lang: string }
  apns: { headers: Record<string, string> }
}

/** Firebase's response for a token that no longer exists. */
const UNREGISTERED = {
  error: {
    code: 404,
    status: 'NOT_FOUND',
    details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' }],
  },
}

type State = { behave: () => Behaviour; headers: Record<string, string>; tokensGiven: number; givesTokens: boolean }

function sendToken(response: ServerResponse, state: State, mayHaveOne: boolean): void {
  if (!state.givesTokens || !mayHaveOne) return void response.writeHead(400).end('{"error":"invalid_grant"}')
  state.tokensGiven++
  const token = { access_token: `access-${state.tokensGiven}`, expires_in: 3600, token_type: 'Bearer' }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token))
}

function answer(response: ServerResponse, { behave, headers }: State): void {
  const behaviour = behave()
  if (behaviour === 'silent') return
  if (behaviour === 'cut') return void response.socket?.destroy()
  if (behaviour === 'redirect') return void response.writeHead(307, { location: '/elsewhere' }).end()
  if (behaviour === 'cut-after-status') {
    response.writeHead(200, { 'content-length': '100' }).write('x')
    return void setTimeout(() => response.socket?.destroy(), 20)
  }
  const text = behaviour === 404 ? UNREGISTERED : behaviour === 200 ? { name: 'projects/1/messages/2' } : {}
  response.writeHead(behaviour, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(text))
}

/** A local Firebase: the address that issues access tokens for a service account's key, and the one that sends. */
export async function openFirebase({ headers = {} }: { headers?: Record<string, string> } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const received: FirebaseMessage[] = []
  const state: State = { behave: () => 200, headers, tokensGiven: 0, givesTokens: true }
  const server = createServer((request, response) => {
    void readText(request).then(body => {
      if (request.url === '/token') return sendToken(response, state, isSigned(body, publicKey))
      const hasAccess = /^Bearer access-\d+$/.test(request.headers.authorization ?? '')
      if (request.url !== `/v1/projects/${PROJECT}/messages:send` || !hasAccess)
        return response.writeHead(401).end('{}')
      // Its fields are checked by the tests.
      received.push((JSON.parse(body) as { message: FirebaseMessage }).message)
      return answer(response, state)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this type.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    state,
    /** In the format of Google's console. */
    credentials: {
      type: 'service_account',
      project_id: PROJECT,
      client_email: `puoti@${PROJECT}.iam.gserviceaccount.com`,
      // The format determines the type.
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      token_uri: `${origin}/token`,
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

function isSigned(form: string, key: KeyObject): boolean {
  const [header, claims, signature] = (new URLSearchParams(form).get('assertion') ?? '').split('.')
  return verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature ?? '', 'base64url'))
}
