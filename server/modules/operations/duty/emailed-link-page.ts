import type { FastifyInstance, FastifyReply } from 'fastify'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { escapeHtml } from '#server/platform/email/email-template.ts'
import { createTranslate, type PlainTextKey } from '#server/texts/text.ts'

const PAGE_STYLE = `:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 36rem; padding: 1.5rem; background: #f7f5ef; color: #16241a; font: 1.125rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
a { color: inherit; }
button { width: 100%; min-height: 3.5rem; margin: 1rem 0; padding: 0.5rem 1rem; border: 0; border-radius: 8px; background: #1b5e20; color: #fff; font: inherit; font-weight: 700; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid #c77700; outline-offset: 3px; }
@media (prefers-color-scheme: dark) { body { background: #131a15; color: #eaf1ea; } button { background: #a5d6a7; color: #102014; } }
`

const replyUncached = (reply: FastifyReply) =>
  reply.header('Cache-Control', 'no-store').type('text/html; charset=utf-8')

type TokenRoute = { Params: { token: string } }

/** `open` shows the page of a token, `press` performs the action of its button; undefined for a token that does not exist. */
type MailedPage = {
  path: string
  open: (token: string) => Promise<string | undefined>
  press: (token: string) => Promise<string | undefined>
  /** The page for such a token. */
  unknown: UnknownLink
}

/** `text`: what became of the link; `to`: where a signed-in person finds the same. */
type UnknownLink = { text: PlainTextKey; to: string }

/** A page that a link in a message opens without a login. Opening it changes nothing, since mail programs open links ahead. */
export function mailedPage(http: FastifyInstance, { path, open, press, unknown }: MailedPage): void {
  const send = (reply: FastifyReply, html: string | undefined) =>
    replyUncached(reply)
      .code(html === undefined ? 404 : 200)
      .send(html ?? renderUnknown(path, unknown))
  http.get(`${path}/page.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(PAGE_STYLE))
  // A separate scope, since form bodies are accepted here and nowhere else.
  void http.register(async scope => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => undefined)
    scope.get<TokenRoute>(`${path}/:token`, async ({ params }, reply) => send(reply, await open(params.token)))
    scope.post<TokenRoute>(`${path}/:token`, async ({ params }, reply) => send(reply, await press(params.token)))
  })
}

type PageFrame = { path: string; language: LanguageCode; title: string }

export const renderPage = ({ path, language, title }: PageFrame, body: readonly string[]): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${path}/page.css"><link rel="icon" href="/favicon.svg">
<main>
${body.join('\n')}
</main></html>`

export const renderHeading = (text: string): string => `<h1>${escapeHtml(text)}</h1>`
export const renderParagraph = (text: string): string => `<p>${escapeHtml(text)}</p>`
export const renderOutcome = (text: string): string => `<p role="status"><strong>${escapeHtml(text)}</strong></p>`
export const renderButton = (label: string): string =>
  `<form method="post"><button>${escapeHtml(label)}</button></form>`
export const renderLink = (to: string, label: string): string => `<p><a href="${to}">${escapeHtml(label)}</a></p>`

/** In all languages: who opens it is not known. */
const renderUnknown = (path: string, { text, to }: UnknownLink): string =>
  renderPage({ path, language: 'en', title: 'Puoti' }, [
    ...LANGUAGE_CODES.map(
      language => `<div lang="${language}">${renderParagraph(createTranslate(language)(text))}</div>`,
    ),
    renderLink(to, to),
  ])
