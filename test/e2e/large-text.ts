import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { overflow, violations } from './accessibility.ts'
import { clippedControls } from './layout.ts'

// The following code runs in the page. Texts only for screen readers are clipped.
const TEXTS = `const texts = []
  const isUnseen = element => element !== null && (getComputedStyle(element).clipPath !== 'none' || isUnseen(element.parentElement))
  // A dialog covers the page.
  const root = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.body
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const parent = node.parentElement
    if (node.data.trim() === '' || parent.closest('svg, script, style, select, textarea, pre, [inert]')) continue
    if (!parent.checkVisibility({ visibilityProperty: true })) continue
    if (isUnseen(parent)) continue
    texts.push(node)
  }`

/**
 * The words and amounts that a line break cuts. A word or a phone number that is wider than a panel of the narrowest phone may
 * break, and an email address or a code of signs anywhere.
 */
export const brokenWords = (page: Page) =>
  page.evaluate<string[]>(`{
    ${TEXTS}
    const widest = document.documentElement.clientWidth - 96
    texts.flatMap(node => {
      const words = [...node.data.matchAll(/[\\d.,\\s\\u2212]*\\d[\\u00a0\\u202f]€|\\+\\d[\\d\\u00a0]+|\\S+@\\S+|[^\\s\\u00ad\\u200b/·–-]+/gu)]
      return words.filter(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        const lines = new Set(boxes.map(({ bottom }) => Math.round(bottom)))
        const width = boxes.reduce((sum, box) => sum + box.width, 0)
        return lines.size > 1 && width <= widest && !word.includes('@')
      }).map(({ 0: word }) => word.trim() + ' <' + node.parentElement.localName + '> in ' + node.data.slice(0, 60))
    })
  }`)

/** The texts that extend beyond the screen, or beyond a box that cuts them off, sideways. */
export const redactTexts = (page: Page) =>
  page.evaluate<string[]>(`{
    ${TEXTS}
    texts.filter(node => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right } = range.getBoundingClientRect()
      if (left < -1 || right > document.documentElement.clientWidth + 1) return true
      for (let box = node.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === 'visible') continue
        const frame = box.getBoundingClientRect()
        if (left < frame.left - 1 || right > frame.right + 1) return true
      }
      return false
    }).map(node => node.data.slice(0, 60) + ' <' + node.parentElement.localName + '>')
  }`)

const ALL_PX = 2400

/** Fails unless a page whose text is doubled can be read: nothing wider than the screen, cut off or broken inside a word. */
export async function expectReadable(page: Page, place: string): Promise<void> {
  await expect.poll(() => overflow(page), `${place}: wider than the screen by`).toBeLessThanOrEqual(0)
  await expect.poll(() => clippedControls(page), `${place}: controls cut off`).toEqual([])
  await expect.poll(() => redactTexts(page), `${place}: texts cut off`).toEqual([])
  await expect.poll(() => brokenWords(page), `${place}: broken words`).toEqual([])
  // On a screen this high no bar covers a target, which axe would report as too small.
  const width = page.viewportSize()?.width ?? 0
  await page.setViewportSize({ width, height: ALL_PX })
  expect(await violations(page), `${place}: axe`).toEqual([])
}
