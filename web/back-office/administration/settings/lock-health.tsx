import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Answer } from '#contract/endpoint.ts'
import { doorLocks } from '#contract/stores/doors.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { HealthPanel } from './health-panel.tsx'

/** Up to this many are queried automatically; in a longer list each is queried on request. */
const FEW = 10

type Lock = Answer<typeof doorLocks.list>[number]

function LockRow({ lock: { store_id: id, store }, isAsked }: { lock: Lock; isAsked: boolean }) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState(isAsked)
  const { data, isFetching, isError, refetch } = useQuery({
    ...queryOf(doorLocks.health, { params: { id } }),
    enabled: wanted,
    meta: { isBackground: true },
  })
  const test = () => {
    if (wanted) void refetch()
    else setWanted(true)
  }
  const state = data?.ok ? (data.code === 'ready' ? 'ok' : 'look') : 'off'
  const tones = { ok: 'open', look: 'attention', off: 'danger' } as const
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.5 }}>
      <Box sx={{ flex: '1 1 180px' }}>
        {store}
        <Box sx={{ typography: 'body2', color: 'text.secondary' }} role="status">
          {isFetching ? t('settings.testing') : data && t(`lockPanel.findings.${data.code}`)}
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
export function LockHealth() {
  const { t } = useTranslation()
  const { data: all } = useQuery(queryOf(doorLocks.list))
  if (!all || all.length === 0) return null
  return (
    <HealthPanel title={t('lockPanel.all')} lines={[]}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {all.map(lock => (
          <LockRow key={lock.store_id} lock={lock} isAsked={all.length <= FEW} />
        ))}
      </Box>
    </HealthPanel>
  )
}
