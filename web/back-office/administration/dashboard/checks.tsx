import Typography from '@mui/material/Typography'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import { momentText } from '#web/back-office/kit/days.ts'
import { NothingToDo, SideSection } from '#web/back-office/kit/side-section.tsx'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { areChecksOld } from './matters.ts'
import { NAMED_INVARIANTS } from './named-invariants.ts'

type ChecksProps = {
  home: Pick<AdminHome, 'at' | 'invariants' | 'undelivered'>
  timeZone: string
}

function invariantName(invariant: string, t: Translate): string {
  const invariantKey = NAMED_INVARIANTS.find(name => name === invariant)
  return invariantKey
    ? t(`adminHome.brokenNames.${invariantKey}`)
    : t('adminHome.checkViolatedOther', { name: invariant })
}

function BrokenInvariants({ home: { at, invariants }, timeZone }: ChecksProps) {
  const { t } = useTranslation()
  const time = (instant: string) => momentText(instant, timeZone, new Date(at))
  const { violations, checked_at: lookedAt } = invariants
  if (violations.length > 0)
    return violations.map(({ invariant, rows, since }) => (
      <Panel key={invariant} tone="danger">
        <Typography sx={{ fontWeight: 650 }}>
          {invariantName(invariant, t)} ({rows})
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {invariant}, {t('adminHome.checkViolated', { time: time(since) })}
        </Typography>
      </Panel>
    ))
  if (lookedAt === null) return <Typography color="textSecondary">{t('adminHome.checksNever')}</Typography>
  if (areChecksOld({ at, lookedAt }))
    return <Panel tone="attention">{t('adminHome.checksOld', { time: time(lookedAt) })}</Panel>
  return <NothingToDo>{t('adminHome.checksWell')}</NothingToDo>
}

function UndeliveredMessages({ home: { at, undelivered }, timeZone }: ChecksProps) {
  const { t } = useTranslation()
  const { mails, sms, last_at: lastAt } = undelivered
  if (lastAt === null) return <NothingToDo>{t('adminHome.messagesWell')}</NothingToDo>
  return (
    <Panel tone="attention">
      {mails > 0 && <Typography sx={{ fontWeight: 650 }}>{t('adminHome.mails', { count: mails })}</Typography>}
      {sms > 0 && <Typography sx={{ fontWeight: 650 }}>{t('adminHome.sms', { count: sms })}</Typography>}
      <Typography variant="body2" color="textSecondary">
        {t('adminHome.withinDay', { time: momentText(lastAt, timeZone, new Date(at)) })}
      </Typography>
    </Panel>
  )
}

/** The shop's automatic checks: its invariants, and undelivered mails and SMS. */
export function Checks(props: ChecksProps) {
  const { t } = useTranslation()
  return (
    <SideSection title={t('adminHome.checks')}>
      <BrokenInvariants {...props} />
      <UndeliveredMessages {...props} />
    </SideSection>
  )
}
