import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery, useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { type Check, doctor } from '#contract/operations/doctor.ts'
import { type Terminal, terminals } from '#contract/payments/terminals.ts'
import { stores } from '#contract/stores/stores.ts'
import { highestLevel } from '#domain/administration/shop-status.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-of.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** `look`: it works, but needs attention. */
export type HealthState = 'ok' | 'look' | 'off'

const TONES = { ok: 'open', look: 'attention', off: 'danger' } as const

type HealthPanelProps = {
  title: string
  /** Undefined if each part shows its own state. */
  state?: HealthState
  lines: readonly string[]
  children?: ReactNode
}

/** The state of one component, as a pill and in sentences. */
export function HealthPanel({ title, state, lines, children }: HealthPanelProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id} tone={state === 'off' ? 'danger' : 'plain'}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', mb: 1 }}>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {state && <StatusPill tone={TONES[state]}>{t(`settings.${state}`)}</StatusPill>}
      </Box>
      {lines.map(line => (
        <Typography key={line} sx={{ overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
      {children}
    </Panel>
  )
}

/** Up to this many are queried automatically; in a longer list each is queried on request. */
const FEW = 10

function TerminalRow({ terminal, store, isAsked }: { terminal: Terminal; store: string; isAsked: boolean }) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState(isAsked)
  const { data, isFetching, isError, refetch } = useQuery({
    ...queryFor(terminals.health, { params: { id: terminal.id } }),
    enabled: wanted,
    meta: { isBackground: true },
  })
  const name = t('settings.inStore', { name: terminal.name, store })
  const test = () => {
    if (wanted) void refetch()
    else setWanted(true)
  }
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.5 }}>
      <Box sx={{ flex: '1 1 180px' }}>
        {name}
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }} role="status">
          {isFetching ? t('settings.testing') : data && t(`terminalPanel.findings.${data.code}`)}
        </Box>
        {data && !data.ok && !isFetching && (
          <Box lang="en" sx={{ typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {data.detail}
          </Box>
        )}
      </Box>
      {data && !isFetching && (
        <StatusPill tone={data.ok ? 'open' : 'danger'}>{t(data.ok ? 'settings.ok' : 'settings.off')}</StatusPill>
      )}
      {isError && !isFetching && <StatusPill tone="danger">{t('settings.off')}</StatusPill>}
      <Button onClick={test} disabled={isFetching} aria-label={`${t('settings.test')}: ${name}`}>
        {t('settings.test')}
      </Button>
    </Box>
  )
}

/** Whether each payment terminal could take a payment now. */
export function TerminalHealth() {
  const { t } = useTranslation()
  const { data: all } = useQuery(queryFor(terminals.list))
  const { data: storeList } = useQuery(queryFor(stores.list))
  if (!all) return null
  const findStore = (id: number) => storeList?.find(store => store.id === id)?.name ?? String(id)
  return (
    <HealthPanel title={t('settings.terminals')} lines={all.length === 0 ? [t('settings.noTerminals')] : []}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {all.map(terminal => (
          <TerminalRow
            key={terminal.id}
            terminal={terminal}
            store={findStore(terminal.store_id)}
            isAsked={all.length <= FEW}
          />
        ))}
      </Box>
    </HealthPanel>
  )
}

function CheckRow({ check: { title, state, text } }: { check: Check }) {
  const { t } = useTranslation()
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.5 }}>
      <Box sx={{ flex: '1 1 180px' }}>
        {title}
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>{text}</Box>
      </Box>
      <StatusPill tone={TONES[state]}>{t(`settings.${state}`)}</StatusPill>
    </Box>
  )
}

const CHANNELS = ['email', 'sms'] as const

/** The response of the mail server or the gateway is shown; nothing is queued. */
function TestMessages() {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (channel: (typeof CHANNELS)[number]) => callApi(doctor.testMessage, { body: { channel } }),
  })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1 }}>
      {CHANNELS.map(channel => (
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
