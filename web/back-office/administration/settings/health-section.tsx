import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type Health, settings } from '#contract/administration/settings.ts'
import { numberText } from '#domain/format/number-text.ts'
import { diskLevel } from '#domain/administration/shop-status.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { HealthPanel } from './health-panel.tsx'
import { LockHealth } from './lock-health.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { TerminalHealth } from './terminal-health.tsx'
import { useOutboxWords } from './use-outbox-words.ts'

const MEGABYTE = 1_000_000
const GIGABYTE = 1_000_000_000
const SLOW_MS = 250

function HealthPanels({ health, onLookAgain }: { health: Health; onLookAgain: () => void }) {
  const { t } = useTranslation()
  const outboxOf = useOutboxWords()
  const { version, size_bytes: size, answer_ms: ms, is_embedded: isEmbedded } = health.database
  const broken = health.broken_invariants
  return (
    <Page
      title={t('settings.sections.health')}
      lead={t('settings.healthLead')}
      width="wide"
      aside={<SettingsNav current="health" />}
    >
      <Box>
        <Button variant="outlined" onClick={onLookAgain}>
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
        <HealthPanel title={t('settings.mail')} {...outboxOf(health.mail)} />
        <HealthPanel title={t('settings.sms')} {...outboxOf(health.sms)} />
        <HealthPanel
          title={t('settings.database')}
          state={ms > SLOW_MS ? 'look' : 'ok'}
          lines={[
            t('settings.databaseIs', { version, size: Math.round(size / MEGABYTE), ms: Math.round(ms) }),
            t(isEmbedded ? 'settings.embedded' : 'settings.server'),
          ]}
        />
        <HealthPanel
          title={t('settings.rules')}
          state={broken.length > 0 ? 'off' : 'ok'}
          lines={[
            broken.length > 0 ? t('settings.rulesBroken', { names: broken.join(', ') }) : t('settings.rulesHold'),
          ]}
        />
        <DiskHealth health={health} />
        <ProxyHealth address={health.untrusted_proxy} />
        <TerminalHealth />
        <LockHealth />
      </Box>
    </Page>
  )
}

const gigabytes = (bytes: number) => numberText(Math.round((bytes * 10) / GIGABYTE) / 10)

function DiskHealth({ health: { disks, is_disk_full: isFull } }: { health: Health }) {
  const { t } = useTranslation()
  const leastFreeBytes = disks.length > 0 ? Math.min(...disks.map(disk => disk.free_bytes)) : null
  const measured = disks.map(({ name, free_bytes: free, total_bytes: total }) =>
    t(`settings.diskOf.${name}`, { free: gigabytes(free), total: gigabytes(total) }),
  )
  return (
    <HealthPanel
      title={t('settings.disk')}
      state={diskLevel({ leastFreeBytes, isFull })}
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
  return <HealthPanel title={t('settings.proxy')} state="look" lines={[t('settings.proxyUntrusted', { address })]} />
}

/** What the shop depends on, and its state. */
export function HealthSection() {
  const { data, refetch } = useQuery({ ...queryOf(settings.health), refetchInterval: 15_000 })
  return data ? <HealthPanels health={data} onLookAgain={() => void refetch()} /> : <RecordLoading />
}
