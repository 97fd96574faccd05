import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import sprite from './drawings.svg?raw?raw'
import { DRAWING_TINTS, ProductDrawing } from './product-drawing.tsx'
import { TerminalDrawing } from './terminal-drawing.tsx'

/** WCAG relative luminance of #rrggbb. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function fontSizes(amount: string): number[] {
  const markup = renderToStaticMarkup(<TerminalDrawing amount={amount} label="Maksettava" />)
  return [...markup.matchAll(/font-size="(\d+)"/g)].map(match => Number(match[1]))
}

describe('the drawings', () => {
  it('are each in the sprite once, under their names, and the sprite has no other symbols', () => {
    const ids = [...sprite.matchAll(/<symbol id="([^"]+)" viewBox="0 0 64 64">/g)].map(match => match[1])
    expect(ids).toEqual([...DRAWINGS])
    expect(sprite.match(/<symbol /g)).toHaveLength(DRAWINGS.length)
  })

  it('are self-contained: no scripts, styles, links or images', () => {
    expect(sprite).not.toMatch(/<(?:script|style|image|a|foreignObject)\b|href|url\(|\son\w+=/)
  })

  it('have a pale background in the light scheme and a dark one in the dark scheme', () => {
    for (const { light, dark } of Object.values(DRAWING_TINTS)) {
      expect(luminance(light)).toBeGreaterThan(0.75)
      expect(luminance(dark)).toBeLessThan(0.25)
    }
  })
})

describe('ProductDrawing', () => {
  it('references its symbol in the sprite file and is hidden from screen readers', () => {
    const markup = renderToStaticMarkup(<ProductDrawing drawing="milk" />)
    expect(markup).toMatch(/<use href="[^"]*drawings[^"]*\.svg[^"]*#milk"/)
    expect(markup).not.toContain('data:')
    expect(markup).toContain('aria-hidden="true"')
  })

  it('shows a plain box for a product that has no drawing', () => {
    expect(renderToStaticMarkup(<ProductDrawing drawing={null} size={44} />)).toContain('#package"')
  })
})

describe('TerminalDrawing', () => {
  it('shows the amount in its picture and names it for screen readers', () => {
    const markup = renderToStaticMarkup(<TerminalDrawing amount="20,13 €" label="Maksettava" />)
    expect(markup).toContain('aria-label="Maksettava 20,13 €"')
    expect(markup).toContain('>20,13 €</text>')
    expect(markup).toContain('>Maksettava</text>')
  })

  it('shrinks the font of a long amount', () => {
    expect(fontSizes('1,00 €')[1]).toBe(45)
    expect(fontSizes('12 345,60 €')[1]).toBeLessThan(30)
  })
})
