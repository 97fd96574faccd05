import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { type ReceiptGoods, toReceipt } from '#domain/orders/receipt.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { printReceipt } from './format-receipt.ts'
import { receiptMail } from './mail-receipts.ts'

// golden/ contains the expected receipts, readable by people too. After an intended change:
// npx vitest run server/modules/orders/receipts/golden.test.ts -u

const NAMES = {
  en: ['Lemonade <0.33 l>', 'Hot-smoked salmon', 'Toilet paper'],
  fi: ['Limonadi <0,33 l>', 'Lämminsavulohi', 'WC-paperi'],
  sv: ['Lemonad <0,33 l>', 'Varmrökt lax', 'Toalettpapper'],
}
const SLIP = `TEST MODE
No money was taken

PURCHASE                       33.47 EUR
VISA            **** **** **** 1234`

function receiptIn(language: LanguageCode, isTest = false) {
  const [lemonade = '', salmon = '', paper = ''] = NAMES[language]
  const goods = (changes: Partial<ReceiptGoods>): ReceiptGoods => ({
    name: lemonade,
    unit: 'tlk',
    quantityThousandths: 6000,
    unitPriceCents: 235,
    amountCents: 1410,
    depositCents: 90,
    rateBasisPoints: 1350,
    ...changes,
  })
  const cans = goods({})
  const stored = {
    seller: {
      name: 'Kylän Puodit & Kumpp. Oy',
      businessId: '9012346-8',
      address: 'Ruukintie 4, 25570 Teijo',
      email: 'puodit@puoti.example',
      phone: '+358470000100',
    },
    store: { name: 'Mathildedal', address: 'Ruukinrannantie 6, 25660 Mathildedal', timeZone: 'Europe/Helsinki' },
  }
  return toReceipt({
    ...stored,
    orderId: 1003,
    at: new Date('2026-03-02T10:05:00Z'),
    payment: 'card',
    app: null,
    isTest,
    event: { en: 'Fish day', fi: 'Kalapäivä', sv: 'Fiskdag' }[language],
    slip: SLIP,
    goods: [
      cans,
      goods({
        name: salmon,
        unit: 'kg',
        quantityThousandths: 412,
        unitPriceCents: 3490,
        amountCents: 1438,
        depositCents: 0,
      }),
      goods({
        name: paper,
        unit: 'pkt',
        quantityThousandths: 1000,
        unitPriceCents: 499,
        amountCents: 499,
        depositCents: 0,
        rateBasisPoints: 2550,
      }),
    ],
    refunds: [
      {
        ...stored,
        isFreeSum: false,
        id: 1001,
        at: new Date('2026-03-04T07:30:00Z'),
        slip: 'REFUND                          4.70 EUR',
        goods: [{ sold: cans, quantityThousandths: 2000, amountCents: 470 }],
        vat: [{ rateBasisPoints: 1350, grossCents: 470, vatCents: 56 }],
      },
    ],
  })
}

const money = { locale: 'fi-FI', currency: 'EUR' }
const link = 'https://puoti.example/purchases/1003'
const golden = (name: string) => `./golden/${name}`

describe.each(LANGUAGE_CODES)('receipts in %s', language => {
  const receipt = receiptIn(language)
  const pdf = async (refundId?: number) => buffer((await printReceipt(receipt, { language, money, refundId }))!)

  test.each([
    ['receipt', null],
    ['refund', 1001],
  ])('the email of a %s has not changed', async (name, refundId) => {
    const { subject, text, html } = receiptMail({ receipt, refundId, language, money, link })!
    await expect(`${subject}\n\n${text}`).toMatchFileSnapshot(golden(`${name}-mail.${language}.txt`))
    await expect(html).toMatchFileSnapshot(golden(`${name}-mail.${language}.html`))
  })

  test('the PDF has not changed: a page for the sale, one for each refund, and the same bytes each time', async () => {
    const bytes = await pdf()
    const { texts, pages } = readPdf(bytes)
    expect(pages).toEqual([
      [210, 297],
      [210, 297],
    ])
    await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot(golden(`receipt-paper.${language}.txt`))
    expect((await pdf()).equals(bytes)).toBe(true)
  })

  test('a test payment is marked above all else, on the sale and on the refund, and nothing else changes', async () => {
    const tested = receiptIn(language, true)
    const [name, mark] = {
      en: ['Test payment', 'Test payment: nothing was charged'],
      fi: ['Testimaksu', 'Testimaksu: mitään ei veloitettu'],
      sv: ['Testbetalning', 'Testbetalning: inget debiterades'],
    }[language] as [string, string]
    const mail = (printed: typeof receipt, refundId: number | null) =>
      receiptMail({ receipt: printed, refundId, language, money, link })!
    const [sale, real] = [mail(tested, null), mail(receipt, null)]
    expect([sale.subject, sale.text]).toEqual([`${name} · ${real.subject}`, `${mark}\n\n${real.text}`])
    expect(sale.html.indexOf(mark)).toBeLessThan(sale.html.indexOf(receipt.store.name, sale.html.indexOf('<body')))
    // Nothing was given back either: the sentence about it is left out.
    const [refund, plainMail] = [mail(tested, 1001), mail(receipt, 1001)]
    const [, ...rest] = plainMail.text.split('\n\n')
    expect([refund.subject, refund.text]).toEqual([`${name} · ${plainMail.subject}`, [mark, ...rest].join('\n\n')])
    const papers = await Promise.all([tested, receipt].map(each => printReceipt(each, { language, money })))
    const [marked = [], plain = []] = await Promise.all(papers.map(async paper => readPdf(await buffer(paper!)).texts))
    expect([marked[1], marked.filter(text => text === mark).length]).toEqual([mark, 2])
    expect(marked.filter(text => text !== mark)).toEqual(plain)
  })

  test('the PDF names goods in Northern Sámi and Cyrillic, and its structure has tables of goods and VAT', async () => {
    const [first, ...rest] = receipt.lines
    const lines = [{ ...first!, name: 'Guolbi ŋđŧ' }, ...rest.map(line => ({ ...line, name: 'Ёлка' }))]
    const { texts, root } = readPdf(
      await buffer((await printReceipt({ ...receipt, lines, refunds: [] }, { language, money }))!),
    )
    expect(texts).toContain('Guolbi ŋđŧ')
    expect(texts).toContain('Ёлка')
    const types = root?.children.map(({ type }) => type).join(' ')
    expect(types).toBe('H1 P P P P L Table Table H2 P P P P P')
    const [goods, vat] = root?.children.filter(({ type }) => type === 'Table') ?? []
    // The heads, the lines, and the sums without and with VAT.
    expect(goods?.children.map(({ children }) => children.length)).toEqual(
      Array.from({ length: lines.length + 3 }, () => 5),
    )
    expect(vat?.children.map(({ children }) => children.length)).toEqual(Array.from({ length: 4 }, () => 4))
  })

  test('a refund has a PDF of its own', async () => {
    const { texts, pages } = readPdf(await pdf(1001))
    expect([pages.length, texts[0]]).toEqual([1, expect.stringMatching(/ 1003-1001$/)])
    expect(texts).not.toContain('VISA            **** **** **** 1234')
  })
})

test('texts from outside are escaped in the email', () => {
  const { html } = receiptMail({ receipt: receiptIn('en'), refundId: null, language: 'en', money, link })!
  expect(html).toContain('Lemonade &lt;0.33 l&gt;')
  expect(html).toContain('Kylän Puodit &amp; Kumpp. Oy')
})

test('a refund that does not exist has neither PDF nor email', async () => {
  const input = { receipt: receiptIn('en'), language: 'en', money } as const
  expect(await printReceipt(input.receipt, { ...input, refundId: 9 })).toBeUndefined()
  expect(receiptMail({ ...input, refundId: 9, link })).toBeUndefined()
})
