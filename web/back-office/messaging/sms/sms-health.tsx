import Typography from '@mui/material/Typography'
import { adminHome } from '#contract/administration/dashboard.ts'
import type { SmsHealth as Health } from '#contract/administration/settings.ts'
import { SMS_GATEWAYS } from '#domain/messaging/carriers/sms-gateways.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { HealthPanel, type HealthState } from '#web/back-office/kit/health-panel.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'

/** As many raise the alarm PuotiSmsFailing: one may be a shopper's wrong number. */
const MANY_IN_A_ROW = 3

type SmsHealthProps = {
  sms: Health
  /** What waits in the outbox. */
  waiting: { state: HealthState; lines: readonly string[] }
}

/** How SMS are sent, whether they arrive, and whether their sender is allowed to. */
export function SmsHealth({ sms, waiting }: SmsHealthProps) {
  const { t } = useTranslation()
  const { sender, sender_authorisation: authorisation } = sms
  const arrived = useArrived(sms)
  const [first, second] = sms.gateways.map(name => SMS_GATEWAYS[name].name)
  return (
    <HealthPanel
      title={t('settings.sms')}
      state={getHealthState(sms, waiting.state)}
      lines={[
        ...waiting.lines,
        ...(first && !second && sms.deliveries ? [t('settings.smsThrough', { first })] : []),
        ...(first && second ? [t('settings.smsThroughTwo', { first, second })] : []),
        ...(sender === null ? [] : [t('settings.smsSender', { sender })]),
        ...arrived,
      ]}
    >
      {authorisation !== 'needless' && (
        <>
          <SmsSender isDone={authorisation === 'confirmed'} />
          {authorisation === 'missing' && (
            <Typography variant="body2" color="textSecondary">
              {t('setup.goLiveHelp.smsSender')}
            </Typography>
          )}
        </>
      )}
    </HealthPanel>
  )
}

function getHealthState({ deliveries, sender_authorisation }: Health, waiting: HealthState): HealthState {
  if (waiting === 'off' || (deliveries?.consecutive_failures ?? 0) >= MANY_IN_A_ROW) return 'off'
  const isSilent = deliveries !== null && deliveries.unreported > 0 && deliveries.delivered === 0
  const isOdd = sender_authorisation === 'missing' || (deliveries?.failed ?? 0) > 0 || isSilent
  return isOdd ? 'warning' : waiting
}

/** What the gateways report about the last day. */
function useArrived({ deliveries }: Health): string[] {
  const { t } = useTranslation()
  if (deliveries === null) return []
  const { accepted, delivered, failed, unreported, last_failure: last } = deliveries
  return [
    accepted === 0 ? t('settings.smsNone') : t('settings.smsArrived', { delivered, count: accepted }),
    ...(failed > 0 ? [t('settings.smsFailed', { count: failed })] : []),
    ...(unreported > 0 ? [t('settings.smsUnreported', { count: unreported })] : []),
    ...(last ? [t('settings.smsLastFailure', { reason: last.reason, time: shopTimeText(last.at) })] : []),
  ]
}

/** No program can find out whether the sender is authorised: an admin confirms it. */
export function SmsSender({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction('sms-sender')
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
