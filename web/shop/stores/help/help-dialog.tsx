import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { help } from '#contract/operations/help.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { IconButton, PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { CloseIcon, PhoneIcon } from '#web/kit/ui/icons.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './help.module.css'
import { type HelpProps, useHelpCall } from './use-help-call.ts'

/** The store's phone and text, and a call to the people on duty, who answer by acknowledging it. */
export function HelpDialog({ onClose, ...props }: HelpProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open onClose={onClose} place="foot" fullWidth maxWidth="sm" aria-labelledby={id}>
      <div className={css.head}>
        <DialogTitle id={id}>{t('help.title')}</DialogTitle>
        <IconButton onClick={onClose} aria-label={t('common.close')}>
          <CloseIcon />
        </IconButton>
      </div>
      <DialogContent className={css.content}>
        <StoreContact storeId={props.storeId} />
        <StaffCall {...props} />
      </DialogContent>
    </Dialog>
  )
}

function StoreContact({ storeId }: { storeId: number }) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    ...queryFor(help.get, { params: { id: storeId } }),
    meta: { handlesOwnError: true },
  })
  if (!data) return error ? <ContactPanel /> : null
  const { phone, text } = data
  return (
    <>
      {text !== null && <Text>{text}</Text>}
      {phone !== null && (
        <SecondaryButton fullWidth icon={<PhoneIcon />} href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
          {t('help.call', { phone: formatPhone(phone).replaceAll('\u00A0', ' ') })}
        </SecondaryButton>
      )}
    </>
  )
}

/** Requests help, and shows whether a person has seen the request. */
function StaffCall(props: HelpProps) {
  const { t } = useTranslation()
  const { state, ask } = useHelpCall(props)
  const isWaiting = state === 'waiting'
  return (
    <>
      <Text role="status">{t(`help.states.${state}`)}</Text>
      {ask.error !== null && <Text role="alert">{errorText(ask.error, t)}</Text>}
      {!isWaiting && (
        <PrimaryButton loading={ask.isPending} loadingLabel={t('common.loading')} onClick={() => ask.mutate()}>
          {t(state === 'none' ? 'help.ask' : 'help.again')}
        </PrimaryButton>
      )}
    </>
  )
}
