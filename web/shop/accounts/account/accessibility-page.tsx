import { type ReactNode, useId } from 'react'
import { formatDate } from '#domain/format/date-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './account.module.css'
import { WayBack } from './way-back.tsx'

// When the statement was last reviewed; update it together with the text.
const MADE_ON = new Date('2026-11-20T12:00:00+02:00')
const SUPERVISOR_MAIL = 'saavutettavuus@traficom.fi'
const SUPERVISOR_PHONE = '029 534 5000'

export const WORKING_PARTS = ['keyboard', 'reader', 'noCamera', 'zoom', 'colour', 'motion', 'signIn'] as const
export const KNOWN_GAPS = ['aiming', 'terminal', 'voice', 'labels'] as const

function StatementSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.section}>
      <Text variant="h2" id={id}>
        {title}
      </Text>
      {children}
    </section>
  )
}

function SupervisionSection() {
  const { t } = useTranslation()
  const site = t('accessibility.supervisorSite')
  return (
    <StatementSection title={t('accessibility.supervisionTitle')}>
      <Text>{t('accessibility.supervision')}</Text>
      <div className={css.supervision}>
        <span>{t('accessibility.supervisor')}</span>
        <a href={`https://${site}`}>{site}</a>
        <a href={`mailto:${SUPERVISOR_MAIL}`}>{SUPERVISOR_MAIL}</a>
        <a href={`tel:${SUPERVISOR_PHONE.replaceAll(' ', '')}`}>
          {t('accessibility.supervisorPhone', { phone: SUPERVISOR_PHONE })}
        </a>
      </div>
    </StatementSection>
  )
}

/** The accessibility statement: what works, what doesn't yet, the contact for feedback, and the supervising authority. */
export function AccessibilityPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('accessibility.title')} lead={t('accessibility.text')}>
      <StatementSection title={t('accessibility.stateTitle')}>
        <Text>{t('accessibility.state')}</Text>
      </StatementSection>
      <StatementSection title={t('accessibility.worksTitle')}>
        <ul className={css.list}>
          {WORKING_PARTS.map(name => (
            <li key={name}>{t(`accessibility.works.${name}`)}</li>
          ))}
        </ul>
      </StatementSection>
      <StatementSection title={t('accessibility.gapsTitle')}>
        <ul className={css.list}>
          {KNOWN_GAPS.map(name => (
            <li key={name}>{t(`accessibility.gaps.${name}`)}</li>
          ))}
        </ul>
      </StatementSection>
      <StatementSection title={t('accessibility.howTitle')}>
        <Text>{t('accessibility.how')}</Text>
      </StatementSection>
      <StatementSection title={t('accessibility.feedbackTitle')}>
        <Text>{t('accessibility.feedback')}</Text>
        <ContactPanel />
      </StatementSection>
      <SupervisionSection />
      <Text variant="body2" className={css.updated}>
        {t('accessibility.updated', { date: formatDate(MADE_ON, SHOP_TIME_ZONE) })}
      </Text>
      <WayBack />
    </Page>
  )
}
