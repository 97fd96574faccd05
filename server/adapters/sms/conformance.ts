import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sms, SmsMessage } from './sms.ts'

/** A provider under test, and the messages that its gateway received. */
export type SmsUnderTest = {
  sms: Sms
  received: () => Promise<SmsMessage[]>
  close: () => Promise<void>
}

const TO = '+358401234567'

/** Requirements for every SMS provider. */
export function smsConformance(name: string, open: () => Promise<SmsUnderTest>): void {
  describe(`${name} as an SMS provider`, () => {
    let under: SmsUnderTest
    beforeAll(async () => {
      under = await open()
    })
    afterAll(() => under.close())

    const arrivesAs = async (sent: SmsMessage) => {
      await under.sms.send(sent)
      return (await under.received()).at(-1)
    }

    test('delivers number and text', async () => {
      const sent = { to: TO, text: 'Your code is 012345' }
      expect(await arrivesAs(sent)).toEqual(sent)
    })

    test('delivers every letter, line break and quote unchanged', async () => {
      const sent = { to: TO, text: 'Koodi: 012345\n"Ää Öö Åå" €\\n 🛒\n\n@puoti.example #012345' }
      expect(await arrivesAs(sent)).toEqual(sent)
    })

    test('sends many concurrent messages once each', async () => {
      const before = (await under.received()).length
      const texts = Array.from({ length: 30 }, (_, index) => `Number ${index}`)
      await Promise.all(texts.map(text => under.sms.send({ to: TO, text })))
      const arrived = (await under.received()).slice(before).map(({ text }) => text)
      expect(arrived.toSorted()).toEqual(texts.toSorted())
    })
  })
}
