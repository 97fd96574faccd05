import type { LanguageCode } from '#contract/values.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { MailMessage } from '../providers/mail/mail.ts'

/** A paragraph, a table of texts, or a button that leads somewhere. */
export type LetterPart = string | { rows: readonly (readonly string[])[] } | { label: string; link: string }
export type Letter = { language: LanguageCode; subject: string; parts: readonly LetterPart[] }

const BODY_STYLE = 'margin:0;padding:24px;background:#f7f5ef;color:#16241a;font:16px/1.5 sans-serif'
const PANEL_STYLE = 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px'
const BUTTON_STYLE =
  'display:inline-block;padding:16px 32px;border-radius:8px;background:#1b5e20;color:#ffffff;font-weight:bold;text-decoration:none'
const TABLE_STYLE = 'width:100%;border-collapse:collapse'
const CELL_STYLE = 'padding:4px 8px 4px 0;text-align:left;vertical-align:top;font-weight:normal'

/** A letter as a mail of text and HTML. Everything that came from outside stands in it literally. */
export const letterMail = ({ language, subject, parts }: Letter): Omit<MailMessage, 'to'> => ({
  subject,
  text: parts.map(asText).join('\n\n') + '\n',
  html: `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${BODY_STYLE}">
<div style="${PANEL_STYLE}">
${parts.map(asHtml).join('\n')}
</div>
</body>
</html>
`,
})

function asText(part: LetterPart): string {
  if (typeof part === 'string') return part
  return 'rows' in part ? part.rows.map(row => row.join('  ')).join('\n') : `${part.label}:\n${part.link}`
}

function asHtml(part: LetterPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  if ('link' in part)
    return `<p><a href="${escapeHtml(part.link)}" style="${BUTTON_STYLE}">${escapeHtml(part.label)}</a></p>`
  const rows = part.rows.map(row => `<tr>${row.map((cell, at) => asCell(cell, at)).join('')}</tr>`)
  return `<table style="${TABLE_STYLE}">\n${rows.join('\n')}\n</table>`
}

/** The first cell of a row says what the others are of. */
const asCell = (cell: string, at: number): string =>
  at === 0
    ? `<th scope="row" style="${CELL_STYLE}">${escapeHtml(cell)}</th>`
    : `<td style="${CELL_STYLE}">${escapeHtml(cell)}</td>`
