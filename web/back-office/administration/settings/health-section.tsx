import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Health, type OutboxHealth, settings } from '#contract/administration/settings.ts'
import type { Answer } from '#contract/endpoint.ts'
import { doorLocks } from '#contract/stores/doors.ts'
import { diskLevel } from '#domain/administration/shop-status.ts'
import { numberText } from '#domain/format/number-text.ts'
import { HealthPanel, type HealthState } from '#web/back-office/kit/health-panel.tsx'
import { SettingsNav } from '#web/back-office/kit/settings-nav.tsx'
import { SmsHealth } from '#web/back-office/messaging/sms/sms-health.tsx'
import { TerminalHealth } from '#web/back-office/payments/terminals/terminal-health.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { lockFindingText } from '#web/kit/i18n/lock-texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { SetupChecks } from './setup-checks.tsx'

const MEGABYTE = 1_000_000
const GIGABYTE = 1_000_000_000
const SLOW_MS = 250

function HealthPanels({ health, onRefresh }: { health: Health; onRefresh: () => void }) {
  const { t } = useTranslation()
  const getOutboxLabels = useOutboxLabels()
  const { version, size_bytes: size, response_ms: ms, is_embedded: isEmbedded } = health.database
  const broken = health.violated_invariants
  return (
    <Page
      title={t('settings.sections.health')}
      lead={t('settings.healthLead')}
      width="wide"
      aside={<SettingsNav current="health" />}
    >
      <Box>
        <Button variant="outlined" onClick={onRefresh}>
          {t('settings.refresh')}
        </Button>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <HealthPanel title={t('settings.mail')} {...getOutboxLabels(health.mail)} />
        <SmsHealth sms={health.sms} waiting={getOutboxLabels(health.sms)} />
        <HealthPanel
          title={t('settings.database')}
          state={ms > SLOW_MS ? 'warning' : 'ok'}
          lines={[
            t('settings.databaseIs', { version, size: Math.round(size / MEGABYTE), ms: Math.round(ms) }),
            t(isEmbedded ? 'settings.embedded' : 'settings.server'),
          ]}
        />
        <HealthPanel
          title={t('settings.rules')}
          state={broken.length > 0 ? 'off' : 'ok'}
          lines={[
            broken.length > 0
              ? t('settings.invariantsViolated', { names: broken.join(', ') })
              : t('settings.invariantsHold'),
          ]}
        />
        <DiskHealth health={health} />
        <ProxyHealth address={health.untrusted_proxy} />
        <TerminalHealth />
        <LockHealth />
        <SetupChecks />
      </Box>
    </Page>
  )
}

const gigabytesText = (bytes: number) => numberText(Math.round((bytes * 10) / GIGABYTE) / 10)

function DiskHealth({ health: { disks, is_disk_full: isFull } }: { health: Health }) {
  const { t } = useTranslation()
  const minFreeBytes = disks.length > 0 ? Math.min(...disks.map(disk => disk.free_bytes)) : null
  const measured = disks.map(({ name, free_bytes: free, total_bytes: total }) =>
    t(`settings.diskOf.${name}`, { free: gigabytesText(free), total: gigabytesText(total) }),
  )
  return (
    <HealthPanel
      title={t('settings.disk')}
      state={diskLevel({ minFreeBytes, isFull })}
      lines={[
        ...(isFull ? [t('settings.diskFull')] : []),
        ...measured,
        ...(disks.some(({ name }) => name === 'database') ? [] : [t('settings.diskUnmeasured')]),
      ]}
    />
  )
}

/** Shown only if something is wrong: not every shop has a proxy. */
function ProxyHealth({ address }: { address: string | null }) {
  const { t } = useTranslation()
  if (address === null) return null
  return <HealthPanel title={t('settings.proxy')} state="warning" lines={[t('settings.proxyUntrusted', { address })]} />
}

/** What the shop depends on, and its state. */
export function HealthSection() {
  const { data, refetch } = useQuery({ ...queryFor(settings.health), refetchInterval: 15_000 })
  return data ? <HealthPanels health={data} onRefresh={() => void refetch()} /> : <RecordLoading />
}

/** A mail or SMS that waits longer than this is delayed. */
const LATE_SECONDS = 60

export const MAIL_FAULTS = ['unreachable', 'refused', 'receiver', 'other'] as const

/** The meaning of a failure code for the admin who set up the provider. */
function toFault(reason: string): (typeof MAIL_FAULTS)[number] {
  if (/(?:^|: )(?:ECONN|ESOCKET|ETIMEDOUT|ENOTFOUND|EDNS|EAI_|ETLS|EHOST|EPIPE|TimeoutError)/.test(reason))
    return 'unreachable'
  if (/^EAUTH|HTTP 40[13]\b/.test(reason)) return 'refused'
  return reason.startsWith('EENVELOPE') ? 'receiver' : 'other'
}

/** Describes the state of a mail or SMS outbox and what to do about it. */
function useOutboxLabels() {
  const { t } = useTranslation()
  const timeText = (seconds: number) =>
    seconds < 120
      ? t('settings.seconds', { count: seconds })
      : t('settings.minutes', { count: Math.round(seconds / 60) })
  return ({ kind, waiting, failing, undeliverable: lost, oldest_seconds: oldest, reason }: OutboxHealth) => {
    const fault = reason === null ? undefined : toFault(reason)
    const isLate = waiting > 0 && oldest > LATE_SECONDS
    const state: HealthState = failing > 0 ? 'off' : lost > 0 || isLate || kind === 'mailbox' ? 'warning' : 'ok'
    const lines = [
      t(`settings.carriers.${kind}`),
      ...(waiting > 0 ? [t('settings.waiting', { count: waiting })] : []),
      ...(waiting === 0 && kind !== 'mailbox' ? [t('settings.allSent')] : []),
      ...(isLate ? [t('settings.oldest', { time: timeText(oldest) })] : []),
      ...(failing > 0 ? [t('settings.failing', { count: failing })] : []),
      ...(fault ? [t(`settings.faults.${fault}`, { code: reason ?? '' })] : []),
      ...(lost > 0 ? [t('settings.lost', { count: lost })] : []),
    ]
    return { state, lines }
  }
}

/** Up to this many are queried automatically; in a longer list each is queried on request. */
const MAX_LISTED = 10

type DoorLock = Answer<typeof doorLocks.list>[number]

function LockRow({ lock: { store_id: id, store, provider }, isAsked }: { lock: DoorLock; isAsked: boolean }) {
  const { t } = useTranslation()
  const [isCheckRequested, setCheckRequested] = useState(isAsked)
  const { data, isFetching, isError, refetch } = useQuery({
    ...queryFor(doorLocks.health, { params: { id } }),
    enabled: isCheckRequested,
    meta: { isBackground: true },
  })
  const test = () => {
    if (isCheckRequested) void refetch()
    else setCheckRequested(true)
  }
  const state = data?.ok ? (data.code === 'ready' ? 'ok' : 'warning') : 'off'
  const tones = { ok: 'open', warning: 'attention', off: 'danger' } as const
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.5 }}>
      <Box sx={{ flex: '1 1 180px' }}>
        {store}
        <Box sx={{ typography: 'body2', color: 'text.secondary' }} role="status">
          {isFetching ? t('settings.testing') : data && lockFindingText(provider, data.code, t)}
        </Box>
      </Box>
      {(data || isError) && !isFetching && <StatusPill tone={tones[state]}>{t(`settings.${state}`)}</StatusPill>}
      <Button onClick={test} disabled={isFetching} aria-label={`${t('settings.test')}: ${store}`}>
        {t('settings.test')}
      </Button>
    </Box>
  )
}

/** Whether each store's door could get a code now. */
function LockHealth() {
  const { t } = useTranslation()
  const { data: all } = useQuery(queryFor(doorLocks.list))
  if (!all || all.length === 0) return null
  return (
    <HealthPanel title={t('lockPanel.all')} lines={[]}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {all.map(lock => (
          <LockRow key={lock.store_id} lock={lock} isAsked={all.length <= MAX_LISTED} />
        ))}
      </Box>
    </HealthPanel>
  )
}
