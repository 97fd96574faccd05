import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type IndexHtmlTransformContext, minifySync, type Plugin } from 'vite'
import { themeTokens } from '../../web/kit/theme/theme-tokens.ts'

const WEB = join(import.meta.dirname, '../../web')
const LOCALES = join(WEB, 'kit/i18n/locales')
const STYLE_LINK = '<link rel="stylesheet" href="./first-paint.css" />'
const LANGUAGES = ['en', 'fi', 'sv'] as const
// The first view of shoppers and visitors; one request each, which does not wait for the first script to run.
const FIRST_CHUNKS = { shopper: 'home-page', visitor: 'login-page' }

type Texts = { login: { title: string; welcome: string }; common: { loading: string } }

// The shop's own texts, whose shape a test checks.
const textsIn = (language: string) => JSON.parse(readFileSync(join(LOCALES, `${language}.json`), 'utf8')) as Texts

function welcome(language: string): string {
  const { login } = textsIn(language)
  return `<div class="first-paint-welcome" lang="${language}"><h1>${login.title}</h1><p>${login.welcome}</p></div>`
}

/** For search engines and link previews; the server leaves only the one in the reader’s language. */
const description = (language: string) =>
  `<meta name="description" data-only="${language}" content="${textsIn(language).login.welcome}">`

/** Shown while it is unknown whether anyone is signed in. */
const loading = (language: string) =>
  `<div class="first-paint-loading" lang="${language}" role="progressbar" aria-label="${textsIn(language).common.loading}"></div>`

/**
 * Inlines the first paint's style: as a file it would share a slow connection with the scripts, and the text would wait for it.
 */
function withStyle(html: string): string {
  const css = readFileSync(join(WEB, 'first-paint.css'), 'utf8')
  return html.replace(STYLE_LINK, () => `<style nonce="__CSP_NONCE__">${themeTokens()}\n${css}</style>`)
}

/** The files of a chunk and of its imports. */
function getFiles(name: string, { bundle = {} }: IndexHtmlTransformContext): Set<string> {
  const files = new Set<string>()
  const visit = (fileName: string) => {
    const chunk = bundle[fileName]
    if (files.has(fileName) || chunk?.type !== 'chunk') return
    files.add(fileName)
    chunk.imports.forEach(visit)
  }
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.name === name) visit(file.fileName)
  return files
}

/** An inline script of the page, too small for a request. The page's content security policy contains its hash. */
function storeScript(): string {
  const { code } = minifySync('first-paint.js', readFileSync(join(WEB, 'first-paint.js'), 'utf8'))
  return `<script>${code}</script>`
}

/** A tag in the page's head; the server drops those whose `only` (visitor, shopper or a language) does not match. */
const preload = (attrs: Record<string, string>, only?: string) => ({
  tag: 'link',
  attrs: { ...(only !== undefined && { 'data-only': only }), ...attrs, crossorigin: true },
  injectTo: 'head' as const,
})

/** The files of the first views, with their imports, that the page does not reference yet. */
function viewPreloads(html: string, context: IndexHtmlTransformContext) {
  const [shopper, visitor] = [getFiles(FIRST_CHUNKS.shopper, context), getFiles(FIRST_CHUNKS.visitor, context)]
  const onlyFor = (file: string) => (!visitor.has(file) ? 'shopper' : shopper.has(file) ? undefined : 'visitor')
  return [...new Set([...shopper, ...visitor])]
    .filter(file => !html.includes(file))
    .map(file => preload({ rel: 'modulepreload', href: `/${file}` }, onlyFor(file)))
}

function textPreloads({ bundle = {} }: IndexHtmlTransformContext) {
  return Object.values(bundle).flatMap(file => {
    const language = LANGUAGES.find(code => file.type === 'asset' && file.names.includes(`${code}.json`))
    if (language === undefined) return []
    return [preload({ rel: 'preload', as: 'fetch', href: `/${file.fileName}` }, language)]
  })
}

/**
 * Moves the style sheet behind the first words: they do not wait for it, and the scripts do, so that nothing is rendered without it.
 */
function withLateSheet(html: string): string {
  const [link = ''] = /[ \t]*<link rel="stylesheet"[^>]*>\n?/.exec(html) ?? []
  return html.replace(link, '').replace('</body>', () => `${link}</body>`)
}

/** Writes the sign-in's first words into the page, in each language, so that they are visible before any script has run. */
export function firstPaint(): Plugin[] {
  return [
    // Before Vite reads the page, so that Vite minifies the style and replaces the font names with the built ones.
    { name: 'first-paint-style', transformIndexHtml: { order: 'pre', handler: withStyle } },
    {
      name: 'first-paint',
      transformIndexHtml: {
        order: 'post',
        handler: (html, context) => ({
          html: withLateSheet(html)
            .replace('<!-- description -->', LANGUAGES.map(description).join(''))
            .replace('<!-- welcome -->', LANGUAGES.map(welcome).join(''))
            .replace('<!-- loading -->', LANGUAGES.map(loading).join(''))
            .replace('<!-- store -->', storeScript),
          tags: [...textPreloads(context), ...viewPreloads(html, context)],
        }),
      },
    },
  ]
}
