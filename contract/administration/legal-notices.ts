import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { freeText, lineText, revision, reason } from '#contract/values.ts'
import { MAX_PARAGRAPHS } from './settings.ts'

export const NOTICE_KINDS = ['privacy', 'cameras'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A paragraph that begins with `# ` is a heading. Placeholders such as `{operator}` are replaced by values from the settings. */
const noticeText = z.strictObject({
  title: lineText.check(z.maxLength(200)),
  paragraphs: z.array(freeText.check(z.maxLength(5000))).check(z.maxLength(MAX_PARAGRAPHS)),
})
const noticeTexts = z.strictObject({ en: noticeText, fi: noticeText, sv: noticeText })
export type NoticeTexts = z.output<typeof noticeTexts>

const noticeSettings = z.object({
  revision,
  /** Always true for the notice of personal data. */
  is_shown: z.boolean(),
  texts: noticeTexts,
  /** The placeholder names that may be used in braces. */
  placeholders: z.array(z.string()),
})
export type NoticeSettings = z.output<typeof noticeSettings>

const params = z.object({ kind: z.enum(NOTICE_KINDS) })

export const notices = {
  get: endpoint({
    method: 'GET',
    path: 'admin/notices/:kind',
    description:
      'The privacy notice or the camera notice in each language: the operator’s text, else the built-in one.',
    access: 'admin',
    reads: ['notices'],
    params,
    answer: noticeSettings,
    errors: FOR_ADMINS,
  }),
  save: endpoint({
    method: 'PUT',
    path: 'admin/notices/:kind',
    description: 'Replaces a notice. A language without a text keeps the built-in one.',
    access: 'admin',
    touches: ['notices', 'auditLog'],
    params,
    body: z.strictObject({ revision, is_shown: z.boolean(), texts: noticeTexts, reason }),
    answer: noticeSettings,
    errors: [...CHANGED_BY_ADMINS, 'record.changed'],
  }),
}
