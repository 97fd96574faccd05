import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IndexHtmlTransformContext, Plugin } from 'vite'

const LOCALES = join(import.meta.dirname, '../../web/locales')
const LANGUAGES = ['en', 'fi', 'sv'] as const
// What stands first; one request each, which need not wait until the first script has run.
const FIRST_CHUNKS = ['home-page', 'login-page']

type Texts = { login: { title: string; welcome: string } }

function welcome(language: string): string {
  // The shop's own texts, which a test holds to this shape.
  const { login } = JSON.parse(readFileSync(join(LOCALES, `${language}.json`), 'utf8')) as Texts
  return `<div class="first-paint-welcome" lang="${language}"><h1>${login.title}</h1><p>${login.welcome}</p></div>`
}

/** The files of the first views that the page does not name yet, with all that they rest on. */
function preloads(html: string, { bundle = {} }: IndexHtmlTransformContext) {
  const files = new Set<string>()
  const visit = (fileName: string) => {
    const chunk = bundle[fileName]
    if (files.has(fileName) || chunk?.type !== 'chunk') return
    files.add(fileName)
    chunk.imports.forEach(visit)
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && FIRST_CHUNKS.includes(file.name)) visit(file.fileName)
  }
  return [...files]
    .filter(fileName => !html.includes(fileName))
    .map(fileName => ({
      tag: 'link',
      attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
      injectTo: 'head' as const,
    }))
}

/** Writes the sign-in's first words into the page, in each language, so that they stand before any script has run. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html, context) => ({
        html: html.replace('<!-- welcome -->', LANGUAGES.map(welcome).join('')),
        tags: preloads(html, context),
      }),
    },
  }
}
