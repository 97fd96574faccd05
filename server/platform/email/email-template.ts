import type { LanguageCode } from '#contract/values.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'

/**
 * A paragraph, a heading, lines below each other, a table of texts (`isMoney`: its last column is right-aligned), a machine's
 * printout, or a button with a link.
 */
export type EmailPart =
  | string
  | { heading: string }
  | { lines: readonly string[] }
  | { rows: readonly (readonly string[])[]; isMoney?: boolean }
  | { printed: string }
  | { label: string; link: string }
type EmailContent = { language: LanguageCode; subject: string; parts: readonly EmailPart[] }

const BODY_STYLE = 'margin:0;padding:24px;background:#f7f5ef;color:#16241a;font:16px/1.5 sans-serif'
const PANEL_STYLE = 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px'
const BUTTON_STYLE =
  'display:inline-block;padding:16px 32px;border-radius:8px;background:#1b5e20;color:#ffffff;font-weight:bold;text-decoration:none'
const TABLE_STYLE = 'width:100%;border-collapse:collapse'
const HEADING_STYLE = 'margin:24px 0 8px;font-size:18px'
const PRINTED_STYLE = 'margin:0;font:13px/1.4 monospace;white-space:pre-wrap'
const SUM_STYLE = 'padding:4px 0 4px 8px;text-align:right;vertical-align:top;white-space:nowrap'
const CELL_STYLE = 'padding:4px 8px 4px 0;text-align:left;vertical-align:top;font-weight:normal'

/** Renders an email template as text and HTML. Input from outside is escaped. */
export const renderEmail = ({ language, subject, parts }: EmailContent): Omit<MailMessage, 'to'> => ({
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

function asText(part: EmailPart): string {
  if (typeof part === 'string') return part
  if ('heading' in part) return part.heading
  if ('lines' in part) return part.lines.join('\n')
  if ('printed' in part) return part.printed
  return 'rows' in part
    ? part.rows.map(row => row.filter(cell => cell !== '').join('  ')).join('\n')
    : `${part.label}:\n${part.link}`
}

function asHtml(part: EmailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  if ('heading' in part) return `<h2 style="${HEADING_STYLE}">${escapeHtml(part.heading)}</h2>`
  if ('lines' in part) return `<p>${part.lines.map(escapeHtml).join('<br>')}</p>`
  if ('printed' in part) return `<pre style="${PRINTED_STYLE}">${escapeHtml(part.printed)}</pre>`
  if ('link' in part)
    return `<p><a href="${escapeHtml(part.link)}" style="${BUTTON_STYLE}">${escapeHtml(part.label)}</a></p>`
  const { isMoney = false } = part
  const rows = part.rows.map(row => {
    const last = isMoney ? row.length - 1 : -1
    return `<tr>${row.map((cell, at) => asCell(cell, { isFirst: at === 0, isSum: at === last })).join('')}</tr>`
  })
  return `<table style="${TABLE_STYLE}">\n${rows.join('\n')}\n</table>`
}

/** The first cell is the header of its row. */
const asCell = (cell: string, { isFirst, isSum }: { isFirst: boolean; isSum: boolean }): string =>
  isFirst
    ? `<th scope="row" style="${CELL_STYLE}">${escapeHtml(cell)}</th>`
    : `<td style="${isSum ? SUM_STYLE : CELL_STYLE}">${escapeHtml(cell)}</td>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML, also for attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
