import type { LanguageCode } from '#contract/values.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'

/** A paragraph, or one of these. */
export type EmailPart =
  | string
  | { heading: string }
  /** Lines below each other. */
  | { lines: readonly string[] }
  /** A paragraph that ends in bold. */
  | { text: string; bold: string }
  /** A list; each item's lines are below its heading. */
  | { items: readonly (readonly [heading: string, ...lines: string[]])[] }
  /** A table. `isMoney`: its last column is right-aligned. */
  | { rows: readonly (readonly string[])[]; isMoney?: boolean }
  /** A table of figures, each with the address that shows it. `headings`: of its columns. */
  | { figures: readonly EmailFigure[]; headings?: readonly string[] }
  /** Small links below everything else. */
  | { footer: readonly EmailLink[] }
  /** A machine's printout. */
  | { printed: string }
  /** A code to type. */
  | { intro: string; code: string }
  /** A button with a link. As plain text, the link is below `intro`, or else below the label. */
  | { intro?: string; label: string; link: string }
type EmailLink = { label: string; link: string }
/** `note`: below the label. */
export type EmailFigure = { label: string; note?: string; values: readonly EmailLink[] }
type EmailContent = { language: LanguageCode; subject: string; parts: readonly EmailPart[] }

const BODY_STYLE = 'margin:0;padding:24px 12px;background:#f7f5ef;color:#16241a;font:16px/1.5 sans-serif'
const PANEL_STYLE = 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px'
const BUTTON_STYLE =
  'display:inline-block;padding:16px 32px;border-radius:8px;background:#1b5e20;color:#ffffff;font-weight:bold;text-decoration:none'
const CODE_STYLE = 'font:bold 28px/1.5 monospace;letter-spacing:4px'
const TABLE_STYLE = 'width:100%;border-collapse:collapse'
const HEADING_STYLE = 'margin:24px 0 8px;font-size:18px'
const PRINTED_STYLE = 'margin:0;font:13px/1.4 monospace;white-space:pre-wrap'
const SUM_STYLE = 'padding:4px 0 4px 8px;text-align:right;vertical-align:top;white-space:nowrap'
const FIGURE_STYLE = 'display:inline-block;padding:12px 0;color:#1b5e20;font-weight:bold'
const NOTE_STYLE = 'display:block;font-size:14px;color:#4d5a50'
const FOOTER_STYLE = 'margin:24px 0 0;font-size:14px'
const FOOTER_LINK_STYLE = 'display:inline-block;padding:12px 12px 12px 0;color:#16241a'
const CELL_STYLE = 'padding:4px 8px 4px 0;text-align:left;vertical-align:top;font-weight:normal'

/** Renders an email template as text and HTML. Input from outside is escaped. */
export const renderEmail = ({ language, subject, parts }: EmailContent): Omit<MailMessage, 'to'> => ({
  subject,
  text: parts.map(asText).join('\n\n') + '\n',
  html: `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
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
  if ('bold' in part) return `${part.text} ${part.bold}`
  if ('code' in part) return `${part.intro}\n${part.code}`
  if ('link' in part) return `${part.intro ?? `${part.label}:`}\n${part.link}`
  if ('figures' in part) return part.figures.map(toTextFigure).join('\n\n')
  if ('footer' in part) return part.footer.map(({ label, link }) => `${label}:\n${link}`).join('\n')
  if ('items' in part)
    return part.items
      .map(([headingCells, ...lines]) => [headingCells, ...lines.map(line => `  ${line}`)].join('\n'))
      .join('\n\n')
  return part.rows.map(row => row.filter(cell => cell !== '').join('  ')).join('\n')
}

const toTextFigure = ({ label, note, values }: EmailFigure): string =>
  [
    [label, ...(note === undefined ? [] : [`(${note})`])].join(' '),
    ...values.map(value => `  ${value.label}  ${value.link}`),
  ].join('\n')

const asParagraph = (text: string) => `<p>${escapeHtml(text)}</p>`

function asHtml(part: EmailPart): string {
  if (typeof part === 'string') return asParagraph(part)
  if ('heading' in part) return `<h2 style="${HEADING_STYLE}">${escapeHtml(part.heading)}</h2>`
  if ('lines' in part) return `<p>${part.lines.map(escapeHtml).join('<br>')}</p>`
  if ('printed' in part) return `<pre style="${PRINTED_STYLE}">${escapeHtml(part.printed)}</pre>`
  if ('bold' in part) return `<p>${escapeHtml(part.text)} <strong>${escapeHtml(part.bold)}</strong></p>`
  if ('code' in part) return `${asParagraph(part.intro)}\n<p style="${CODE_STYLE}">${escapeHtml(part.code)}</p>`
  if ('link' in part) {
    const button = `<p><a href="${escapeHtml(part.link)}" style="${BUTTON_STYLE}">${escapeHtml(part.label)}</a></p>`
    return part.intro === undefined ? button : `${asParagraph(part.intro)}\n${button}`
  }
  if ('figures' in part) return asFigures(part)
  if ('footer' in part)
    return `<p style="${FOOTER_STYLE}">${part.footer.map(each => asLink(each, FOOTER_LINK_STYLE)).join(' ')}</p>`
  return 'items' in part ? asList(part) : asTable(part)
}

const asLink = ({ label, link }: EmailLink, style: string): string =>
  `<a href="${escapeHtml(link)}" style="${style}">${escapeHtml(label)}</a>`

function asFigures({ figures, headings = [] }: Extract<EmailPart, { figures: unknown }>): string {
  const headingCells = headings.map(
    text => `<th scope="col" style="${SUM_STYLE};font-weight:normal">${escapeHtml(text)}</th>`,
  )
  const rows = figures.map(({ label, note, values }) => {
    const below = note === undefined ? '' : `<span style="${NOTE_STYLE}">${escapeHtml(note)}</span>`
    const cells = values.map(value => `<td style="${SUM_STYLE}">${asLink(value, FIGURE_STYLE)}</td>`)
    return `<tr><th scope="row" style="${CELL_STYLE};padding-top:16px">${escapeHtml(label)}${below}</th>${cells.join('')}</tr>`
  })
  const headRow = headingCells.length > 0 ? [`<tr><td></td>${headingCells.join('')}</tr>`] : []
  return `<table style="${TABLE_STYLE}">\n${[...headRow, ...rows].join('\n')}\n</table>`
}

function asList({ items }: Extract<EmailPart, { items: unknown }>): string {
  const shown = items.map(
    ([headingCells, ...lines]) =>
      `<li><strong>${escapeHtml(headingCells)}</strong>${lines.map(line => `<br>${escapeHtml(line)}`).join('')}</li>`,
  )
  return `<ul>\n${shown.join('\n')}\n</ul>`
}

function asTable({ rows, isMoney = false }: Extract<EmailPart, { rows: unknown }>): string {
  const shown = rows.map(row => {
    const last = isMoney ? row.length - 1 : -1
    return `<tr>${row.map((cell, at) => asCell(cell, { isFirst: at === 0, isSum: at === last })).join('')}</tr>`
  })
  return `<table style="${TABLE_STYLE}">\n${shown.join('\n')}\n</table>`
}

/** The first cell is the header of its row. */
const asCell = (cell: string, { isFirst, isSum }: { isFirst: boolean; isSum: boolean }): string =>
  isFirst
    ? `<th scope="row" style="${CELL_STYLE}">${escapeHtml(cell)}</th>`
    : `<td style="${isSum ? SUM_STYLE : CELL_STYLE}">${escapeHtml(cell)}</td>`

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML, also for attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => HTML_ENTITIES[character] ?? '')
