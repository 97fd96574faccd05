import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEntities, textFromHtml } from './html-text.ts'

test.each([
  ['<p>Crisp &amp; <strong>local</strong>.</p><ul><li>150 g</li></ul>', 'Crisp & local. 150 g'],
  ['<ul>\n <li>Ruis</li>\n <li>Vesi</li>\n</ul>', 'Ruis, Vesi'],
  ['Kaura<br />juoma<BR>1 l', 'Kaura, juoma, 1 l'],
  ['<h2>Sisältö:</h2><div>vettä</div>', 'Sisältö: vettä'],
  ['Ben &amp; Jerry&#8217;s', 'Ben & Jerry’s'],
  ['M&auml;kel&auml;n &Aring;land &#xE5; 3&nbsp;&euro; &#146;', 'Mäkelän Åland å 3 € ’'],
  ['&lt;p&gt;Hyv&auml;&lt;/p&gt;', 'Hyvä'],
  ['<a href="https://example.com" title="x">linkki</a><img src=x>', 'linkki'],
  ['<style>p{}</style><!-- note --><p>Tee</p><script>alert(1)</script>', 'Tee'],
  ['<p></p>', ''],
  ['5 < 6 & 7 > 3', '5 < 6 & 7 > 3'],
  ['R&D; <Mylly> a<b', 'R&D; <Mylly> a<b'],
  ['T-paita <U>', 'T-paita <U>'],
  ['Paita <S>', 'Paita <S>'],
  ['Vitamiini <B> &amp; <a>', 'Vitamiini <B> & <a>'],
  ['Paita &lt;s&gt;', 'Paita <s>'],
  ['Paita <s tai u>', 'Paita <s tai u>'],
  ['<b>Paita', '<b>Paita'],
  ['<b>Paita</b> <I>uusi</I>', 'Paita uusi'],
  ['<a href="/paita">Paita', 'Paita'],
  ['<b>Paita<br>uusi', 'Paita, uusi'],
  ['rivi\ntoinen &amp; kolmas', 'rivi\ntoinen & kolmas'],
  ['&#0;&#xD800;&#1114112;x', ' x'],
])('%j is %j', (text, plain) => {
  expect(textFromHtml(text)).toBe(plain)
})

test('of any text, also of millions of signs, is sound and without a known tag', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '&', ';', '#', 'p', '/', ' ', 'amp', 'lt', 'ä') }),
      text => {
        const plain = textFromHtml(text)
        expect(plain.isWellFormed()).toBe(true)
        expect(plain).not.toMatch(/<\/?p\s*\/?>/)
      },
    ),
  )
  expect(textFromHtml('<'.repeat(1_000_000))).toHaveLength(1_000_000)
  expect(textFromHtml('<!--'.repeat(250_000))).toBe('')
  expect(textFromHtml('<script>'.repeat(250_000))).toBe('')
  expect(textFromHtml('<s ' + '='.repeat(1_000_000))).toHaveLength(1_000_003)
  expect(textFromHtml('<p '.repeat(250_000))).toHaveLength(750_000)
  expect(decodeEntities('&'.repeat(1_000_000))).toHaveLength(1_000_000)
})
