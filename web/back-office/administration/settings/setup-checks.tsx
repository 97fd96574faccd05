import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type Check, doctor } from '#contract/operations/doctor.ts'
import { highestLevel } from '#domain/administration/shop-status.ts'
import { HEALTH_TONES, HealthPanel } from '#web/back-office/kit/health-panel.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

function CheckRow({ check: { title, state, text } }: { check: Check }) {
  const { t } = useTranslation()
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.5 }}>
      <Box sx={{ flex: '1 1 180px' }}>
        {title}
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>{text}</Box>
      </Box>
      <StatusPill tone={HEALTH_TONES[state]}>{t(`settings.${state}`)}</StatusPill>
    </Box>
  )
}

const MESSAGE_CHANNELS = ['email', 'sms'] as const

/** The response of the mail server or the gateway is shown; nothing is queued. */
function TestMessages() {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (channel: (typeof MESSAGE_CHANNELS)[number]) => callApi(doctor.testMessage, { body: { channel } }),
  })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1 }}>
      {MESSAGE_CHANNELS.map(channel => (
        <Button key={channel} variant="outlined" disabled={isPending} onClick={() => mutate(channel)}>
          {t(`settings.testMessages.${channel}`)}
        </Button>
      ))}
      <Box role="status" sx={{ flex: '1 1 100%', typography: 'body2', overflowWrap: 'anywhere' }}>
        {isPending ? t('settings.testing') : error ? t('settings.testMessages.failed') : data?.text}
      </Box>
    </Box>
  )
}

/** The same checks as `puoti doctor`. */
export function SetupChecks() {
  const { t } = useTranslation()
  const { data, isFetching, refetch } = useQuery({ ...queryFor(doctor.checks), meta: { isBackground: true } })
  if (!data) return null
  const { version, commit, checks } = data
  return (
    <HealthPanel
      title={t('settings.setup')}
      state={highestLevel(checks.map(({ state }) => state))}
      lines={[t('settings.build', { version, commit })]}
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {checks.map(check => (
          <CheckRow key={check.check} check={check} />
        ))}
      </Box>
      <Button disabled={isFetching} onClick={() => void refetch()}>
        {t('settings.refresh')}
      </Button>
      <TestMessages />
    </HealthPanel>
  )
}
