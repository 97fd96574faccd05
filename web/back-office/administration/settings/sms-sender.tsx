import { adminHome } from '#contract/administration/dashboard.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAct } from '#web/kit/mutations/use-act.ts'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'

/** No program can find out whether the sender is authorised: an admin confirms it. */
export function SmsSender({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation()
  const { isBusy, act } = useAct('sms-sender')
  const confirm = (isAuthorised: boolean) =>
    act(async () => {
      await callApi(adminHome.confirmSmsSender, { body: { is_authorised: isAuthorised } })
      return undefined
    })
  return (
    <CheckInput
      label={t('setup.smsSenderConfirmed')}
      checked={isDone}
      disabled={isBusy}
      onChange={value => void confirm(value)}
    />
  )
}
