import type { Page } from '@playwright/test'

// The following code runs in the page; this project's tests have no DOM types.
const NAME = `const name = element => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) + ' <' + element.localName + '>';`
const CONTROLS = `[...document.querySelectorAll('button, a[href], input, select, textarea, [role="button"]')]
  .filter(element => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [aria-hidden="true"]'))`

/** The controls of the page that extend beyond the screen sideways, or whose text extends beyond them. */
export const clippedControls = (page: Page) =>
  page.evaluate<string[]>(`{
    ${NAME}
    const words = element => { const range = document.createRange(); range.selectNodeContents(element); return range.getBoundingClientRect() }
    ${CONTROLS}
      .filter(element => element.localName !== 'input' && !element.matches(':not(:focus)[href^="#"]'))
      .filter(element => {
        const box = element.getBoundingClientRect()
        const inner = element.matches('select, textarea') ? box : words(element)
        const isOut = box.left < -1 || box.right > document.documentElement.clientWidth + 1
        return isOut || inner.left < box.left - 1 || inner.right > box.right + 1 || inner.top < box.top - 1 || inner.bottom > box.bottom + 1
      })
      .map(name)
  }`)

/** The controls smaller than 44 by 44 pixels; links within a sentence may be lower, and under a mouse what a list's rows hold. */
export const smallTargets = (page: Page) =>
  page.evaluate<string[]>(`{
    ${NAME}
    ${CONTROLS}
      .filter(element => {
        if (element.matches('p a, li a, label button, :not(:focus)[href^="#"]')) return false
        // What a button lays over the box around it is pressed as well: a card whose name is its button.
        const isLaidOver = getComputedStyle(element).position === 'static' && getComputedStyle(element, '::after').position === 'absolute'
        const target = element.matches('input[type="checkbox"], input[type="radio"]')
          ? (element.closest('label') ?? element.parentElement)
          : isLaidOver ? (element.offsetParent ?? element) : element
        const { width, height } = target.getBoundingClientRect()
        const isInRow = element.closest('table[data-dense]') !== null && matchMedia('(pointer: fine)').matches
        return width > 0 && (isInRow ? width < 24 || height < 24 : width < 43.5 || height < 43.5)
      })
      .map(element => name(element) + ' ' + element.getBoundingClientRect().width + ' x ' + element.getBoundingClientRect().height)
  }`)

/**
 * The blocks inside elements that HTML allows only text and its markup in: the page’s markup would be read otherwise than written.
 */
export const misplacedBlocks = (page: Page) =>
  page.evaluate<string[]>(`{
    ${NAME}
    const PHRASES = 'span, label, button, p, h1, h2, h3, h4, h5, h6, em, strong, b, i, small, code, legend, summary, pre'
    const BLOCKS = 'div, p, h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, table, section, article, header, footer, main, nav, form, fieldset, figure, pre, hr, blockquote'
    // A link may contain whatever its parent may.
    const parent = element => element.parentElement.localName === 'a' ? parent(element.parentElement) : element.parentElement
    ;[...document.body.querySelectorAll(BLOCKS)]
      .filter(element => parent(element).matches(PHRASES) && !(parent(element).localName === 'summary' && element.matches('h1, h2, h3, h4, h5, h6')))
      .map(element => name(element) + ' in <' + parent(element).localName + ' class="' + parent(element).className + '">')
  }`)

/** The controls that a screen reader would announce without a name. */
export async function namelessControls(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  const kinds = 'button|link|textbox|searchbox|checkbox|combobox|img|dialog|alertdialog|region|spinbutton|radio|switch'
  return tree.split('\n').filter(line => new RegExp(`^\\s*- (?:${kinds})(?: \\[[^\\]]*\\])*:?$`).test(line))
}

/** The focused element, and whether any part of it is visible and not covered. */
export const focused = (page: Page) =>
  page.evaluate<{ name: string; isSeen: boolean } | null>(`{
    ${NAME}
    const element = document.activeElement
    if (element === null || element === document.body) null
    else {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const points = [0.15, 0.5, 0.85].flatMap(x => [0.15, 0.5, 0.85].map(y => [left + (right - left) * x, top + (bottom - top) * y]))
      const isSeen = points.some(([x, y]) => {
        const there = document.elementFromPoint(x, y)
        return there !== null && (element.contains(there) || there.contains(element) && there.localName === 'label' || there.closest('label')?.contains(element))
      })
      ;({ name: name(element), isSeen })
    }
  }`)

// WCAG 1.4.12: text spacing that a reader may set without loss of content.
const SPACED = `*, *::before, *::after { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

/** Applies the widest text spacing that a reader may set: by a constructed style sheet, which the page's policy allows. */
export const spaceText = (page: Page) =>
  page.evaluate(`{
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(SPACED)})
    document.adoptedStyleSheets.push(sheet)
  }`)

/** Undoes spaceText. */
export const unspaceText = (page: Page) => page.evaluate('void document.adoptedStyleSheets.pop()')
