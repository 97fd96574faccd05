import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { privacy } from '#contract/accounts/privacy.ts'
import type { Answer } from '#contract/endpoint.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { PATHS, preorderPath } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { CodeForm } from '#web/shop/accounts/sign-in/code-form.tsx'
import { LoadFault } from './load-fault.tsx'
import css from './privacy.module.css'
import { removalQuery } from './queries.ts'

function BlockerList({ blockers }: Pick<RemovalAnswer, 'blockers'>) {
  const { t } = useTranslation()
  return (
    <div role="status" className={css.blockers}>
      <Text className={css.hindered}>{t('removal.hindered')}</Text>
      {blockers.map(blocker => (
        <Text key={blocker}>{t(`errors.${blocker}`)}</Text>
      ))}
    </div>
  )
}

function RemovalSteps({ removal }: { removal: RemovalAnswer }) {
  const { t } = useTranslation()
  const { isSending, isSent, mailCode, remove, cancel } = useRemoval(removal)
  const { email } = removal
  if (!isSent) {
    return (
      <>
        <Text className={css.beginHint}>{t('removal.beginHint', { email })}</Text>
        <ActionButton variant="outlined" color="error" fullWidth loading={isSending} onClick={() => void mailCode()}>
          {t('removal.begin')}
        </ActionButton>
      </>
    )
  }
  return (
    <>
      <Text role="status" className={css.sentNote}>
        {t('removal.sent', { email })}
      </Text>
      <CodeForm
        label={t('removal.code')}
        hint={t('removal.codeHint')}
        submitText={t('removal.confirm')}
        invalidText={t('verification.codeNumeric')}
        onCode={remove}
        autoFocus
        isForGood
      />
      <SecondaryButton fullWidth onClick={cancel}>
        {t('removal.keep')}
      </SecondaryButton>
      <SecondaryButton fullWidth shape="quiet" loading={isSending} onClick={() => void mailCode()}>
        {t('removal.sendAgain')}
      </SecondaryButton>
    </>
  )
}

/** Removes the account permanently: shows what that means, mails a code, and asks for the final confirmation. */
export function RemovalSection() {
  const { t } = useTranslation()
  const id = useId()
  const { data: removal, error, refetch } = useQuery(removalQuery)
  const isHindered = removal !== undefined && removal.blockers.length > 0
  return (
    <Panel component="section" aria-labelledby={id} tone={isHindered ? 'attention' : 'plain'}>
      <Text variant="h2" id={id} className={css.removeTitle}>
        {t('removal.removeTitle')}
      </Text>
      {removal && (
        <div className={css.consequences}>
          {isHindered && <BlockerList blockers={removal.blockers} />}
          <WhatGoes removal={removal} />
          {!isHindered && <RemovalSteps removal={removal} />}
        </div>
      )}
      {!removal && error && <LoadFault error={error} onRetry={() => void refetch()} />}
    </Panel>
  )
}

/** The two steps of a removal: a code is mailed, and the account is removed with it. */
function useRemoval(removal: RemovalAnswer) {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const notifyFailure = useFailureNotice()
  const navigate = useNavigate()
  const { leave } = useSession()
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  const mailCode = async () => {
    setSending(true)
    try {
      await callApi(privacy.requestCode)
      dismiss('removal')
      setSent(true)
    } catch (error) {
      notifyFailure(error, 'removal')
    } finally {
      setSending(false)
    }
  }
  /** Resolves to what is wrong with the code, if anything. */
  const remove = async (code: string): Promise<string | undefined> => {
    try {
      const cancel_preorders = removal.preorders.map(({ id }) => id)
      // The account is gone, and the server would refuse to load anything.
      await callApi(privacy.remove, { body: { code, cancel_preorders }, reload: 'later' })
    } catch (error) {
      return errorText(error, t)
    }
    await navigate(PATHS.root, { replace: true })
    await leave()
    notify({ id: 'removed', severity: 'success', text: t('removal.done') })
    return undefined
  }
  return { isSending, isSent, mailCode, remove, cancel: () => setSent(false) }
}

type RemovalAnswer = Answer<typeof privacy.removal>

/** What is erased with an account, what is kept of it and why, and the pre-orders that are cancelled with it. */
function WhatGoes({ removal }: { removal: RemovalAnswer }) {
  const { t } = useTranslation()
  const { email, paid_orders: count, preorders, blockers } = removal
  return (
    <div className={css.outcome}>
      <div>
        <Text className={css.erasedTitle}>{t('removal.erasedTitle')}</Text>
        <ul className={css.outcomeList}>
          <li>{t('removal.erased.account', { email })}</li>
          <li>{t('removal.erased.signIns')}</li>
          <li>{t('removal.erased.traces')}</li>
        </ul>
      </div>
      <div>
        <Text className={css.keptTitle}>{t('removal.retainedTitle')}</Text>
        <ul className={css.list}>
          <li>{count === 0 ? t('removal.retainedNothing') : t('removal.retainedOrders', { count })}</li>
        </ul>
      </div>
      {preorders.length > 0 && (
        <div>
          {blockers.length === 0 && <Text className={css.cancelledNote}>{t('removal.cancelled')}</Text>}
          <ul className={css.list}>
            {preorders.map(({ id, event }) => (
              <li key={id}>
                <Link to={preorderPath(id)} className={css.preorderLink}>
                  {t('removal.preorder', { id, event })}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Text soft>{t('removal.forGood')}</Text>
    </div>
  )
}
