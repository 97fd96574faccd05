import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

const QUERY = '?guide'
/** Stands for the address of an image, which the build knows; JSON would escape it in the page's own text. */
const IMAGE = '\u0000'

/** The anchors of GitHub: lower case, without punctuation, hyphens for spaces. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const headingsOf = (markdown: string): Tokens.Heading[] =>
  new Marked().lexer(markdown).filter((token): token is Tokens.Heading => token.type === 'heading')

/** What a page of docs/shopkeeper becomes. `html`: without its title; `images`: the files that it shows, in order. */
export type BuiltPage = { title: string; html: string; images: string[] }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * Renders a page. Each heading has its own anchor and the one of its English counterpart, so that links from the app lead to the
 * same place in every language. Links to other pages of the guide lead there; links to other documents become text.
 */
export function buildPage(markdown: string, english = markdown): BuiltPage {
  const anchors = headingsOf(english).map(({ text }) => anchorOf(text))
  const images: string[] = []
  let title = ''
  let heading = 0
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const own = anchorOf(text)
        const shared = anchors[heading++] ?? own
        if (depth === 1) {
          title = text
          return ''
        }
        const second = own === shared ? '' : `<span id="${escaped(own)}"></span>`
        return `<h${depth} id="${escaped(shared)}" tabindex="-1">${second}${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        if (href.startsWith('#')) return `<a href="${escaped(href)}">${text}</a>`
        const [, page, anchor = ''] = /^(?:fi\/|\.\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
        if (page !== undefined) return `<a href="/guide/${page}${escaped(anchor)}">${text}</a>`
        if (!href.startsWith('https:')) return text
        return `<a href="${escaped(href)}" target="_blank" rel="noopener noreferrer">${text}</a>`
      },
      image({ href, text }) {
        images.push(href)
        return `<img src="${IMAGE}" alt="${escaped(text)}" loading="lazy">`
      },
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: 'th' | 'td') =>
          row.map(cell => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
        const rows = token.rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('')
        const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
        return `<div class="table" role="region" tabindex="0" aria-label="${escaped(title)}"><table>${head}<tbody>${rows}</tbody></table></div>`
      },
      // The pages are ours, and contain none.
      html: () => '',
    },
  })
  const html = marked.parse(markdown, { async: false })
  return { title, html, images }
}

/** Makes `import page from '…/products.md?guide'` a page of the guide, as HTML with the addresses of its images. */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    load(id) {
      if (!id.endsWith(`.md${QUERY}`)) return undefined
      const file = id.slice(0, -QUERY.length)
      this.addWatchFile(file)
      const english = file.replace(/\/fi\/([^/]+)$/, '/$1')
      const { title, html, images } = buildPage(readFileSync(file, 'utf8'), readFileSync(english, 'utf8'))
      const imports = images.map(
        (image, at) => `import image${at} from ${JSON.stringify(`${join(dirname(file), image)}?url`)}`,
      )
      const pieces = html.split(IMAGE).map(piece => JSON.stringify(piece))
      const joined = pieces.map((piece, at) => (at === 0 ? piece : `image${at - 1} + ${piece}`)).join(' + ')
      return `${imports.join('\n')}\nexport default { title: ${JSON.stringify(title)}, html: ${joined} }`
    },
  }
}
