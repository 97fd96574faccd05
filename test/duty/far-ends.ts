import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import type { CallChannel } from '#domain/operations/duty/call-plan.ts'
import { startProgram } from '#test/faults/world/children.ts'
import { freePort } from '#test/free-port.ts'
import type { Arrived } from '#test/push/post-office.ts'
import { openPushService, type Received } from '#test/push/push-service.ts'
import { ELKS, FortySixElksSimulator } from '#test/sms/46elks-simulator.ts'
import type { AcceptedSms } from '#test/sms/gateway-simulator.ts'

/** A message as it reached a person. `id` is the same for copies of one message; `text`: its subject, or an SMS; `link`: the path that acknowledges the call. */
export type Arrival = {
  channel: CallChannel
  to: string
  id: string
  text: string
  body: string
  link: string | undefined
  realMs: number
}

const findLink = (text: string) => /\/calls\/[\w-]{43}/.exec(text)?.[0]

/** What receives calls: a mail server that can be killed, a push service and an SMS gateway. */
export async function openFarEnds(directory: string) {
  const port = await freePort()
  const [push, sms] = [await openPushService({ thinkMs: 20 }), new FortySixElksSimulator()]
  writeFileSync(join(directory, 'ca.pem'), push.cert)
  const smsUrl = await sms.open()
  const emails: Arrival[] = []
  /** Emails that are being read. */
  const reading = new Set<Promise<void>>()
  let program: ChildProcess | undefined
  async function readEmail({ to, raw }: Arrived, realMs: number): Promise<void> {
    const { messageId = '', subject = '', text = '' } = await simpleParser(raw)
    emails.push({ channel: 'email', to, id: messageId, text: subject, body: text, link: findLink(text), realMs })
  }
  async function startMail(): Promise<void> {
    const child = startProgram({
      script: 'test/duty/mail-program.ts',
      args: [String(port)],
      logFile: join(directory, 'mail.log'),
    })
    const { promise: isReady, resolve } = Promise.withResolvers<void>()
    child.on('message', message => {
      if (message === 'ready') return resolve()
      // The program sends nothing else.
      const read = readEmail(message as Arrived, Date.now()).finally(() => reading.delete(read))
      reading.add(read)
    })
    program = child
    await isReady
  }
  async function killMail(): Promise<void> {
    const child = program
    if (!child) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const times = { sms: noteTimes(sms.accepted), push: noteTimes(push.received) }
  await startMail()
  return {
    push,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      PUOTI_PUSH_SERVICES: push.origin,
      NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem'),
      PUOTI_SMS_GATEWAYS: '46elks',
      PUOTI_SMS_SENDER: ELKS.sender,
      PUOTI_46ELKS_URL: smsUrl,
      PUOTI_46ELKS_USER: ELKS.user,
      PUOTI_46ELKS_PASSWORD: ELKS.password,
    },
    startMail,
    killMail,
    /** Everything that has arrived. */
    async list(): Promise<Arrival[]> {
      await Promise.all(reading)
      return [
        ...emails,
        ...sms.accepted.map((each, index) => toSmsArrival(each, times.sms.get(index))),
        ...push.received.map((each, index) => toPushArrival(each, times.push.get(index))),
      ]
    },
    /** How many messages have arrived. */
    count: () => emails.length + sms.accepted.length + push.received.length,
    async close(): Promise<void> {
      times.sms.stop()
      times.push.stop()
      await Promise.all([killMail(), sms.close(), push.close()])
    },
  }
}
export type FarEnds = Awaited<ReturnType<typeof openFarEnds>>

/** Notes when each element of a growing list arrived. */
function noteTimes(list: readonly unknown[]) {
  const times: number[] = []
  const timer = setInterval(() => {
    while (times.length < list.length) times.push(Date.now())
  }, NOTE_EVERY_MS)
  return { get: (index: number) => times[index] ?? Date.now(), stop: () => clearInterval(timer) }
}
const NOTE_EVERY_MS = 20

const toSmsArrival = ({ to, text }: AcceptedSms, realMs: number): Arrival => ({
  channel: 'sms',
  to,
  id: text,
  text,
  body: text,
  link: findLink(text),
  realMs,
})

/** As the browser reads it (test/push/push-service.ts). */
type PushPayload = { notification: { title: string; body: string; navigate: string } }

function toPushArrival({ device, payload }: Received, realMs: number): Arrival {
  const { title, body, navigate } = (payload as PushPayload).notification
  const link = findLink(navigate)
  return { channel: 'push', to: device, id: `${title} ${navigate}`, text: title, body, link, realMs }
}
