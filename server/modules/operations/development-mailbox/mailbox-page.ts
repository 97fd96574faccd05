import type { Context } from '#server/platform/context.ts'
import { escapeHtml } from '#server/platform/email/email-template.ts'

/** The mailbox as a page: all text escaped, links to click, codes to copy. It reloads periodically. */
export const mailboxPage = (mails: readonly StoredMail[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Mailbox · Puoti</title>
<link rel="stylesheet" href="/dev/mailbox.css">
<link rel="icon" href="/favicon.svg">
</head>
<body>
<header>
<h1>Mailbox</h1>
<p>Mail and SMS of this development server stay here. Newest first; the page looks for more every three seconds.</p>
</header>
<main>
${mails.length === 0 ? '<p class="none">No messages yet. Request a login link and it will appear here.</p>' : mails.map(mailArticle).join('\n')}
</main>
</body>
</html>
`

const mailArticle = ({ channel, to, subject, text, created_at }: StoredMail): string => `<article>
<h2>${escapeHtml(subject ?? 'SMS')}</h2>
<p class="about"><span class="${channel}">${channel === 'sms' ? 'SMS' : 'Mail'}</span> to ${escapeHtml(to)}
<time datetime="${escapeHtml(created_at)}">${escapeHtml(created_at.slice(11, 19))} UTC</time></p>
<div class="text">${withLinks(text)}</div>
</article>`

/** Splits first and escapes each part, so that nothing in a text becomes markup. */
const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+|(?<!\d)\d{6}(?!\d))/)
    .map((part, index) => (index % 2 === 0 ? escapeHtml(part) : linkOrCode(part)))
    .join('')

const linkOrCode = (part: string): string =>
  part.startsWith('http') ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : `<code>${escapeHtml(part)}</code>`

export const MAILBOX_STYLE = `body { margin: 0 auto; max-width: 44rem; padding: 1.5rem; background: #f4f7f4; color: #16241b; font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0; color: #1b5e3b; }
h2 { margin: 0; font-size: 1.1rem; }
header p, .about, .none { color: #4a5a50; }
article { margin: 1rem 0; padding: 1rem 1.25rem; border-radius: 8px; background: #fff; box-shadow: 0 1px 3px #16241b26; }
.about { margin: 0.25rem 0 0.75rem; }
.about span { padding: 0.1rem 0.5rem; border-radius: 4px; background: #d9efdf; color: #14482d; font-weight: 600; }
.about time { float: right; }
.text { white-space: pre-line; overflow-wrap: anywhere; }
.text a { color: #1b5e3b; }
.text code { padding: 0.1rem 0.4rem; border-radius: 4px; background: #eef3ef; font: 600 1.25rem/1.5 ui-monospace, monospace; letter-spacing: 0.15em; user-select: all; }
`

const MAX_SHOWN = 50

export type StoredMail = {
  channel: 'mail' | 'sms'
  to: string
  subject: string | null
  text: string
  html: string | null
  created_at: string
}

/** What the development mailbox received, newest first. */
export async function listMail(context: Context): Promise<StoredMail[]> {
  const rows = await context.db
    .selectFrom('development_mail')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ channel, recipient, subject, text, html, created_at }) => ({
    channel,
    to: recipient,
    subject,
    text,
    html,
    created_at: created_at.toISOString(),
  }))
}
