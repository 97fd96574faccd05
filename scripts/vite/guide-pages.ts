import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { BuiltGuidePage, GuideNode, GuideTag } from '#web/back-office/kit/guide/built-page.ts'

const PAGE = '.md?guide'
const TITLE = '.md?guide-title'

/** The anchors of GitHub: lower case, without punctuation, hyphens for spaces. */
export const getAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const SECTIONS: Partial<Record<number, GuideTag>> = { 2: 'h2', 3: 'h3', 4: 'h4' }
const PLAIN = { paragraph: 'p', strong: 'strong', em: 'em', blockquote: 'blockquote' } as const

/** Makes nodes of Markdown's tokens. `anchors`: of the English page's headings, in their order. */
class Builder {
  #heading = 0
  readonly #anchors: string[]
  constructor(anchors: string[]) {
    this.#anchors = anchors
  }

  all = (tokens: readonly Token[] = []): GuideNode[] => tokens.flatMap(token => this.#getNodes(token))

  #getNodes(token: Token): GuideNode[] {
    switch (token.type) {
      case 'heading':
        // The type of marked's generic tokens leaves the fields of a known type open.
        return this.#section(token as Tokens.Heading)
      case 'paragraph':
      case 'strong':
      case 'em':
      case 'blockquote':
        return [{ tag: PLAIN[token.type], children: this.all(token.tokens) }]
      case 'list':
        return [this.#list(token as Tokens.List)]
      case 'table':
        return [this.#table(token as Tokens.Table)]
      case 'link':
        return this.#link(token as Tokens.Link)
      case 'image':
        return [{ tag: 'img', attributes: { src: token.href, alt: token.text }, children: [] }]
      case 'codespan':
        return [{ tag: 'code', children: [token.text] }]
      case 'code':
        return [{ tag: 'pre', children: [{ tag: 'code', children: [token.text] }] }]
      case 'hr':
      case 'br':
        return [{ tag: token.type, children: [] }]
      case 'text':
      case 'escape':
        return 'tokens' in token ? this.all(token.tokens) : [token.text]
      default:
        // Space, and HTML, which our pages don't contain.
        return []
    }
  }

  #section({ depth, text, tokens }: Tokens.Heading): GuideNode[] {
    const anchor = getAnchor(text)
    const shared = this.#anchors[this.#heading++] ?? anchor
    const tag = SECTIONS[depth]
    if (!tag) return []
    const second: GuideNode[] = anchor === shared ? [] : [{ tag: 'span', attributes: { id: anchor }, children: [] }]
    return [{ tag, attributes: { id: shared }, children: [...second, ...this.all(tokens)] }]
  }

  #list({ ordered, items }: Tokens.List): GuideNode {
    return {
      tag: ordered ? 'ol' : 'ul',
      children: items.map(({ tokens }) => ({ tag: 'li', children: this.all(tokens) })),
    }
  }

  #table({ header, rows }: Tokens.Table): GuideNode {
    const row = (cells: Tokens.TableCell[], tag: 'th' | 'td'): GuideNode => ({
      tag: 'tr',
      children: cells.map(cell => ({ tag, children: [{ tag: 'p', children: this.all(cell.tokens) }] })),
    })
    return {
      tag: 'table',
      children: [
        { tag: 'thead', children: [row(header, 'th')] },
        { tag: 'tbody', children: rows.map(cells => row(cells, 'td')) },
      ],
    }
  }

  /** Links to pages of the guide lead there; links to other documents become text. */
  #link({ href, tokens }: Tokens.Link): GuideNode[] {
    const children = this.all(tokens)
    const [, page, anchor = ''] = /^(?:fi\/|sv\/|\.\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
    const target = page === undefined ? href : `/guide/${page}${anchor}`
    if (page === undefined && !href.startsWith('#') && !href.startsWith('https:')) return children
    return [{ tag: 'a', attributes: { href: target }, children }]
  }
}

/**
 * Builds a page of docs/shopkeeper. Each heading has its own anchor and the one of its English counterpart, so that links from the
 * app lead to the same place in every language.
 */
export function buildPage(markdown: string, english = markdown): BuiltGuidePage {
  const anchors = lexer(english)
    .filter(isHeading)
    .map(({ text }) => getAnchor(text))
  const tokens = lexer(markdown)
  const title = tokens.filter(isHeading).find(({ depth }) => depth === 1)?.text ?? ''
  return { title, content: new Builder(anchors).all(tokens) }
}

const imagesIn = (nodes: readonly GuideNode[]): string[] =>
  nodes.flatMap(node =>
    typeof node === 'string' ? [] : node.tag === 'img' ? [node.attributes?.['src'] ?? ''] : imagesIn(node.children),
  )

/**
 * Makes `import page from '…/products.md?guide'` a page of the guide, and `?guide-title` its title. The bundler knows its images,
 * by their built addresses.
 */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    load(id) {
      if (!id.endsWith(PAGE) && !id.endsWith(TITLE)) return undefined
      const [file = id] = id.split('?')
      this.addWatchFile(file)
      if (id.endsWith(TITLE)) return `export default ${JSON.stringify(buildPage(readFileSync(file, 'utf8')).title)}`
      const english = file.replace(/\/(?:fi|sv)\/([^/]+)$/, '/$1')
      const page = buildPage(readFileSync(file, 'utf8'), readFileSync(english, 'utf8'))
      const images = [...new Set(imagesIn(page.content))]
      const imports = images.map(
        (image, at) => `import image${at} from ${JSON.stringify(`${join(dirname(file), image)}?url`)}`,
      )
      const addresses = images.map((image, at) => `${JSON.stringify(image)}: image${at}`)
      return `${imports.join('\n')}\nexport default { ...${JSON.stringify(page)}, images: { ${addresses.join(', ')} } }`
    },
  }
}
