import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CodeForm } from '#web/shop/accounts/sign-in/code-form.tsx'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { LoadFault } from './load-fault.tsx'
import { removalQuery } from './queries.ts'
import { useRemoval } from './use-removal.ts'
import { type Removal, WhatGoes } from './what-goes.tsx'

function Hindrances({ hindrances }: Pick<Removal, 'hindrances'>) {
  const { t } = useTranslation()
  return (
    <Box role="status" sx={{ display: 'grid', gap: 0.5 }}>
      <Typography sx={{ fontWeight: 650 }}>{t('removal.hindered')}</Typography>
      {hindrances.map(hindrance => (
        <Typography key={hindrance}>{t(`errors.${hindrance}`)}</Typography>
      ))}
    </Box>
  )
}

function Steps({ removal }: { removal: Removal }) {
  const { t } = useTranslation()
  const { isSending, isSent, mailCode, remove, keep } = useRemoval(removal)
  const { email } = removal
  if (!isSent) {
    return (
      <>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{t('removal.beginHint', { email })}</Typography>
        <ActionButton variant="outlined" color="error" fullWidth loading={isSending} onClick={() => void mailCode()}>
          {t('removal.begin')}
        </ActionButton>
      </>
    )
  }
  return (
    <>
      <Typography role="status" sx={{ overflowWrap: 'anywhere' }}>
        {t('removal.sent', { email })}
      </Typography>
      <CodeForm
        label={t('removal.code')}
        hint={t('removal.codeHint')}
        submitText={t('removal.confirm')}
        invalidText={t('verification.codeNumeric')}
        onCode={remove}
        autoFocus
        isForGood
      />
      <SecondaryButton fullWidth onClick={keep}>
        {t('removal.keep')}
      </SecondaryButton>
      <SecondaryButton fullWidth look="quiet" loading={isSending} onClick={() => void mailCode()}>
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
  const isHindered = removal !== undefined && removal.hindrances.length > 0
  return (
    <Panel component="section" aria-labelledby={id} tone={isHindered ? 'attention' : 'plain'}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('removal.removeTitle')}
      </Typography>
      {removal && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {isHindered && <Hindrances hindrances={removal.hindrances} />}
          <WhatGoes removal={removal} />
          {!isHindered && <Steps removal={removal} />}
        </Box>
      )}
      {!removal && error && <LoadFault error={error} onRetry={() => void refetch()} />}
    </Panel>
  )
}
