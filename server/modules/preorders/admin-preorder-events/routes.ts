import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { getHeadings } from '#server/platform/files/list-table.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findEventChoices, findEvents, eventTable } from './list-events.ts'
import { findEvent } from './queries.ts'
import { addEvent, changeEvent, removeEvent } from './save-event.ts'

export function adminPreorderEventRoutes(context: Context): Handlers<typeof contract.adminPreorderEvents> {
  const { db, now } = context
  const author = authorAt(now)
  const exported = <Format extends 'csv' | 'xlsx'>(format: Format, query: Parameters<typeof eventTable>[2]) => ({
    name: 'preorder-events',
    format,
    rows: eventTable(db, getHeadings(format, query.language), query),
  })
  return {
    list: ({ query, language }) => findEvents(db, { ...query, language }),
    exportCsv: async ({ query, language }) => exported('csv', { ...query, language }),
    exportXlsx: async ({ query, language }) => exported('xlsx', { ...query, language }),
    choices: ({ stores, language }) => findEventChoices(db, language, stores),
    get: async ({ params, language }) => (await findEvent(db, { ...params, language })) ?? refuse('notFound'),
    create: ({ body: form, language, user }) => addEvent(context, { form, language }, author(user)),
    update: ({ params, body: { revision, reason, ...form }, language, user }) =>
      changeEvent(context, { ...params, revision, form, language }, author(user, reason)),
    remove: ({ params, language, user }) => removeEvent(context, { ...params, language }, author(user)),
  }
}
