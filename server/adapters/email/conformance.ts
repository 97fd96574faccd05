import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailMessage, MailProvider } from './email.ts'

/** A provider under test, and the messages that its server received. */
export type MailUnderTest = {
  mail: MailProvider
  received: () => Promise<MailMessage[]>
  close: () => Promise<void>
}

const exampleMessage = (change: Partial<MailMessage> = {}): MailMessage => ({
  to: 'aino@puoti.example',
  subject: 'Hello',
  text: 'A line\n',
  html: '<p>A line</p>',
  ...change,
})

/** Requirements for every email provider. */
export function mailConformance(name: string, open: () => Promise<MailUnderTest>): void {
  describe(`${name} as an email provider`, () => {
    let under: MailUnderTest
    beforeAll(async () => {
      under = await open()
    })
    afterAll(() => under.close())

    const arrivesAs = async (sent: MailMessage) => {
      await under.mail.send(sent)
      const [last] = (await under.received()).slice(-1)
      return last && { ...last, text: last.text.trimEnd(), html: last.html.trimEnd() }
    }

    test('is ready, and sends nothing to find out', async () => {
      const before = (await under.received()).length
      expect(await under.mail.health()).toEqual({ ok: true })
      expect(await under.received()).toHaveLength(before)
    })

    test('delivers address, subject, text and HTML', async () => {
      const sent = exampleMessage({ text: 'First\nSecond', html: '<p>First</p>' })
      expect(await arrivesAs(sent)).toEqual(sent)
    })

    test('delivers every letter of three languages', async () => {
      const sent = exampleMessage({
        subject: 'Kirjautumislinkki – ääliö, Åbo, 🛒',
        text: 'Ä ö å €',
        html: '<p>Ä ö å €</p>',
      })
      expect(await arrivesAs(sent)).toEqual(sent)
    })

    test('delivers a link that is longer than a line', async () => {
      const link = `https://puoti.example/login/1001/1790000000000/${'a'.repeat(200)}`
      const sent = exampleMessage({ text: link, html: `<a href="${link}">${link}</a>` })
      expect(await arrivesAs(sent)).toEqual(sent)
    })

    test('adds no header and no recipient for a line break in the subject', async () => {
      const arrived = await arrivesAs(exampleMessage({ subject: 'Hello\r\nBcc: eve@puoti.example\r\n\r\nbody' }))
      expect(arrived?.to).toBe('aino@puoti.example')
      expect(arrived?.text).toBe('A line')
    })

    test('does not send to a second address in the recipient’s address', async () => {
      const before = (await under.received()).length
      await under.mail.send(exampleMessage({ to: 'aino@puoti.example, eve@puoti.example' })).catch(() => undefined)
      const arrived = (await under.received()).slice(before)
      expect(arrived.filter(({ to }) => to === 'eve@puoti.example')).toEqual([])
    })

    test('sends many concurrent emails once each', async () => {
      const before = (await under.received()).length
      const subjects = Array.from({ length: 30 }, (_, index) => `Number ${index}`)
      await Promise.all(subjects.map(subject => under.mail.send(exampleMessage({ subject }))))
      const arrived = (await under.received()).slice(before).map(({ subject }) => subject)
      expect(arrived.toSorted()).toEqual(subjects.toSorted())
    })
  })
}
