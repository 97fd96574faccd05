import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { formatDate } from '#domain/format/date-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { WayBack } from './way-back.tsx'

// When the statement was last reviewed; update it together with the text.
const MADE_ON = new Date('2026-11-20T12:00:00+02:00')
const SUPERVISOR_MAIL = 'saavutettavuus@traficom.fi'
const SUPERVISOR_PHONE = '029 534 5000'

export const WORKS = ['keyboard', 'reader', 'noCamera', 'zoom', 'colour', 'motion', 'signIn'] as const
export const GAPS = ['aiming', 'terminal', 'voice', 'labels'] as const

const list = { m: 0, pl: 2.5, display: 'grid', gap: 0.75 }

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1, mt: 1 }}>
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function Supervision() {
  const { t } = useTranslation()
  const site = t('accessibility.supervisorSite')
  return (
    <Section title={t('accessibility.supervisionTitle')}>
      <Typography>{t('accessibility.supervision')}</Typography>
      <Box sx={{ display: 'grid', justifyItems: 'start', '& a': { py: 1.25 } }}>
        <span>{t('accessibility.supervisor')}</span>
        <Link href={`https://${site}`}>{site}</Link>
        <Link href={`mailto:${SUPERVISOR_MAIL}`}>{SUPERVISOR_MAIL}</Link>
        <Link href={`tel:${SUPERVISOR_PHONE.replaceAll(' ', '')}`}>
          {t('accessibility.supervisorPhone', { phone: SUPERVISOR_PHONE })}
        </Link>
      </Box>
    </Section>
  )
}

/** The accessibility statement: what works, what doesn't yet, the contact for feedback, and the supervising authority. */
export function AccessibilityPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('accessibility.title')} lead={t('accessibility.text')}>
      <Section title={t('accessibility.stateTitle')}>
        <Typography>{t('accessibility.state')}</Typography>
      </Section>
      <Section title={t('accessibility.worksTitle')}>
        <Box component="ul" sx={list}>
          {WORKS.map(name => (
            <li key={name}>{t(`accessibility.works.${name}`)}</li>
          ))}
        </Box>
      </Section>
      <Section title={t('accessibility.gapsTitle')}>
        <Box component="ul" sx={list}>
          {GAPS.map(name => (
            <li key={name}>{t(`accessibility.gaps.${name}`)}</li>
          ))}
        </Box>
      </Section>
      <Section title={t('accessibility.howTitle')}>
        <Typography>{t('accessibility.how')}</Typography>
      </Section>
      <Section title={t('accessibility.feedbackTitle')}>
        <Typography>{t('accessibility.feedback')}</Typography>
        <ContactPanel />
      </Section>
      <Supervision />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('accessibility.updated', { date: formatDate(MADE_ON, SHOP_TIME_ZONE) })}
      </Typography>
      <WayBack />
    </Page>
  )
}
