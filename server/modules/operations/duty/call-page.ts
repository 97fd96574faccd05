import type { FastifyInstance } from 'fastify'
import { formatDateTime } from '#domain/format/date-format.ts'
import type { Context } from '#server/platform/context.ts'
import { createTranslate } from '#server/texts/text.ts'
import { acknowledgeAlert, findLinkedCall, type LinkedCall } from './acknowledge.ts'
import {
  mailedPage,
  renderButton,
  renderHeading,
  renderLink,
  renderOutcome,
  renderPage,
  renderParagraph,
} from './emailed-link-page.ts'

const CALLS_PATH = '/calls'

/** The page of the link in a call: one press acknowledges it, without a login. The link does nothing else. */
export function callPage(http: FastifyInstance, { db, now, log }: Context): void {
  mailedPage(http, {
    path: CALLS_PATH,
    async open(token) {
      const call = await findLinkedCall(db, token)
      return call && renderCall(call)
    },
    async press(token) {
      const call = await findLinkedCall(db, token)
      if (!call) return undefined
      const isFirst = await acknowledgeAlert(db, { ...call, at: now() })
      if (isFirst) log.info({ alert: call.alertId, userId: call.userId }, 'a call was acknowledged')
      return renderCall({ ...call, isAcknowledged: true }, isFirst)
    },
    unknown: { text: 'operations.duty.page.unknown', to: '/duty' },
  })
}

function renderCall(call: LinkedCall, isFirst = false): string {
  const { language } = call
  const t = createTranslate(language)
  const title = `${call.place ?? t('operations.duty.allStores')}: ${call.title}`
  const done = t(isFirst ? 'operations.duty.page.acknowledged' : 'operations.duty.page.acknowledgedBefore')
  const outcome = call.isOver && !isFirst ? t('operations.duty.page.over') : done
  return renderPage({ path: CALLS_PATH, language, title }, [
    renderHeading(title),
    renderParagraph(t('operations.duty.since', { at: formatDateTime(call.openedAt, call.timeZone) })),
    ...(call.isOver || call.isAcknowledged
      ? [renderOutcome(outcome)]
      : [
          renderParagraph(call.remedy),
          renderParagraph(t('operations.duty.acknowledgeIntro')),
          renderButton(t('operations.duty.acknowledge')),
        ]),
    renderLink('/duty', t('operations.duty.page.openDuty')),
  ])
}
