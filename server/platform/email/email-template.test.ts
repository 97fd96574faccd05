import { expect, test } from 'vitest'
import { type EmailPart, renderEmail } from './email-template.ts'

const written = (part: EmailPart) => {
  const { text, html } = renderEmail({ language: 'en', subject: 'Test', parts: [part] })
  return { text, html: /^<div [^>]*>\n(.*)\n<\/div>$/ms.exec(html)?.[1]?.replaceAll(/ style="[^"]*"/g, '') }
}

test('a paragraph may end in bold', () => {
  expect(written({ text: 'Ready at A & B.', bold: 'Pick it up by <b>.' })).toEqual({
    text: 'Ready at A & B. Pick it up by <b>.\n',
    html: '<p>Ready at A &amp; B. <strong>Pick it up by &lt;b&gt;.</strong></p>',
  })
})

test('the lines of a list’s items stand below their heads', () => {
  expect(written({ items: [['Perch: 2 kg', 'Kylä: 1 kg', '<Tori>: 1 kg'], ['Bread: nothing']] })).toEqual({
    text: 'Perch: 2 kg\n  Kylä: 1 kg\n  <Tori>: 1 kg\n\nBread: nothing\n',
    html: `<ul>
<li><strong>Perch: 2 kg</strong><br>Kylä: 1 kg<br>&lt;Tori&gt;: 1 kg</li>
<li><strong>Bread: nothing</strong></li>
</ul>`,
  })
})

test('a code stands below its introduction', () => {
  expect(written({ intro: 'Enter this <code>:', code: '123456' })).toEqual({
    text: 'Enter this <code>:\n123456\n',
    html: '<p>Enter this &lt;code&gt;:</p>\n<p>123456</p>',
  })
})

test('as plain text, a link stands below its introduction, or below its label without one', () => {
  const link = 'https://shop.example/?a=1&b="2"'
  const button = '<p><a href="https://shop.example/?a=1&amp;b=&quot;2&quot;">Open</a></p>'
  expect(written({ label: 'Open', link })).toEqual({ text: `Open:\n${link}\n`, html: button })
  expect(written({ intro: 'Order <1>:', label: 'Open', link })).toEqual({
    text: `Order <1>:\n${link}\n`,
    html: `<p>Order &lt;1&gt;:</p>\n${button}`,
  })
})

test('each figure is a link, with columns of figures below their heads, and small links come last', () => {
  const link = (label: string) => ({ label, link: `https://shop.example/?of=${label}` })
  const figures = [
    { label: 'Sales <1>', note: '+12 %', values: [link('20'), link('10')] },
    { label: 'Waste', values: [link('3')] },
  ]
  expect(written({ figures, headings: ['Week', 'Before'] })).toEqual({
    text: `Sales <1> (+12 %)
  20  https://shop.example/?of=20
  10  https://shop.example/?of=10

Waste
  3  https://shop.example/?of=3
`,
    html: `<table>
<tr><td></td><th scope="col">Week</th><th scope="col">Before</th></tr>
<tr><th scope="row">Sales &lt;1&gt;<span>+12 %</span></th><td><a href="https://shop.example/?of=20">20</a></td><td><a href="https://shop.example/?of=10">10</a></td></tr>
<tr><th scope="row">Waste</th><td><a href="https://shop.example/?of=3">3</a></td></tr>
</table>`,
  })
  expect(written({ footer: [link('Stop')] })).toEqual({
    text: 'Stop:\nhttps://shop.example/?of=Stop\n',
    html: '<p><a href="https://shop.example/?of=Stop">Stop</a></p>',
  })
})
