import { useEffect, useRef, useState } from 'react'
import { type Session, type SessionList, sessions } from '#contract/accounts/sessions.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { hasLostFocus, useFocusAfter } from '#web/kit/ui/hooks/focus.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './sessions.module.css'

/** Focuses the button of a session; without one, the page's heading. */
function focusOn(list: HTMLElement | null, id: string | undefined): void {
  const button = id === undefined ? null : list?.querySelector<HTMLElement>(`[data-end="${id}"]`)
  const target = button ?? list?.closest('main')?.querySelector<HTMLElement>('h1')
  target?.focus()
}

/** Moves the focus when the button that had it disappears from the list of other sessions. */
function useRowFocus(others: readonly Session[], isLocked: boolean) {
  const list = useRef<HTMLUListElement>(null)
  const wasLocked = useRef(isLocked)
  const firstId = others[0]?.id
  useEffect(() => {
    // The form of the code that unlocked the buttons had the focus, and is gone; the same applies to the buttons once their
    // time is over.
    if (wasLocked.current !== isLocked && hasLostFocus()) focusOn(list.current, firstId)
    wasLocked.current = isLocked
  }, [isLocked, firstId])
  return {
    list,
    /** Focuses the next session's button, or the previous one's. */
    leave: (session: Session) => {
      const index = others.indexOf(session)
      focusOn(list.current, (others[index + 1] ?? others[index - 1])?.id)
    },
    leaveAll: () => focusOn(list.current, undefined),
  }
}

/** The displayed name of a session: “Chrome on Android”. */
function useDeviceText() {
  const { t } = useTranslation()
  return ({ browser, system }: Session): string => {
    if (browser !== null && system !== null) return t('sessions.device', { browser, system })
    return browser ?? system ?? t('sessions.unknownDevice')
  }
}

type RowProps = {
  session: Session
  device: string
  isBusy: boolean
  /** Undefined: it can't be ended here. */
  onEnd: (() => void) | undefined
}

function SessionRow({ session, device, isBusy, onEnd }: RowProps) {
  const { t } = useTranslation()
  const { created_at: createdAt, last_seen_at: seenAt, is_current: isCurrent } = session
  const button = useFocusAfter(isBusy)
  return (
    <Panel component="li">
      <div className={css.row}>
        <div className={css.rowTexts}>
          <Text className={css.device}>{device}</Text>
          <Text variant="body2" soft>
            {t('sessions.begun', { time: shopTimeText(createdAt) })}
          </Text>
          {!isCurrent && (
            <Text variant="body2" soft>
              {t('sessions.used', { time: shopTimeText(seenAt) })}
            </Text>
          )}
        </div>
        {isCurrent && <StatusPill tone="open">{t('sessions.current')}</StatusPill>}
        {onEnd && (
          <ActionButton
            ref={button}
            data-end={session.id}
            variant="outlined"
            color="error"
            aria-label={t('sessions.endNamed', { device, time: shopTimeText(createdAt) })}
            loading={isBusy}
            onClick={onEnd}
          >
            {t('sessions.end')}
          </ActionButton>
        )}
      </div>
    </Panel>
  )
}

/** Each browser in which the user is signed in; all but this one can be ended after a recent sign-in. */
export function SessionRows({ list }: { list: SessionList }) {
  const { t } = useTranslation()
  const deviceText = useDeviceText()
  const { busy, end, endOthers } = useEndSessions()
  const others = list.sessions.filter(({ is_current: isCurrent }) => !isCurrent)
  const { list: rows, leave, leaveAll } = useRowFocus(others, list.sign_in_required)
  const endAll = useFocusAfter(busy === 'others')
  return (
    <>
      <ul ref={rows} aria-label={t('sessions.title')} className={css.list}>
        {list.sessions.map(session => {
          const device = deviceText(session)
          const canEnd = !session.is_current && !list.sign_in_required
          return (
            <SessionRow
              key={session.id}
              session={session}
              device={device}
              isBusy={busy === session.id}
              onEnd={canEnd ? () => void end(session.id, device, () => leave(session)) : undefined}
            />
          )
        })}
      </ul>
      {others.length > 1 && !list.sign_in_required && (
        <ActionButton
          ref={endAll}
          variant="outlined"
          color="error"
          fullWidth
          loading={busy === 'others'}
          onClick={() => void endOthers(leaveAll)}
        >
          {t('sessions.endOthers')}
        </ActionButton>
      )}
    </>
  )
}

/**
 * Ends the user's sessions in other browsers, and notifies of the result. `busy`: the id of the session, or `others`. `onEnded`
 * is called while the pressed button still exists, so that the focus leaves it first.
 */
function useEndSessions() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const [busy, setBusy] = useState<string>()
  const change = async (what: string, work: () => Promise<string>) => {
    setBusy(what)
    try {
      notify({ id: 'sessions', severity: 'success', text: await work() })
    } catch (error) {
      notifyFailure(error, 'sessions')
    }
    await awaitReload()
    setBusy(undefined)
  }
  return {
    busy,
    end: (id: string, device: string, onEnded: () => void) =>
      change(id, async () => {
        await callApi(sessions.end, { params: { id } })
        onEnded()
        return t('sessions.ended', { device })
      }),
    endOthers: (onEnded: () => void) =>
      change('others', async () => {
        await callApi(sessions.endOthers)
        onEnded()
        return t('sessions.othersEnded')
      }),
  }
}
