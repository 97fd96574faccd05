import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { type DatedVatClass, vatRates } from '#contract/catalogue/vat-rates.ts'
import { BarcodesSection } from '#web/back-office/catalogue/scale-label-layouts/barcodes-section.tsx'
import type { VatChange } from '#web/back-office/catalogue/vat-rates/use-vat-change.ts'
import { VatClassPanel } from '#web/back-office/catalogue/vat-rates/vat-class-panel.tsx'
import { RateDialog } from '#web/back-office/catalogue/vat-rates/vat-rate-dialog.tsx'
import { isSection, type Section, SECTIONS, SettingsNav } from '#web/back-office/kit/settings-nav.tsx'
import { RefundsSection } from '#web/back-office/payments/refund-limits/refunds-section.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Page } from '#web/kit/ui/page.tsx'
import { HealthSection } from './health-section.tsx'
import { LanguagesSection } from './languages-section.tsx'
import { CameraNoticeSection, PrivacyNoticeSection } from './notice-sections.tsx'
import { OperatorSection } from './operator-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { TermsSection } from './terms-section.tsx'

function VatClasses({ classes }: { classes: readonly DatedVatClass[] }) {
  const { t } = useTranslation()
  const [requested, setRequested] = useState<VatChange>()
  return (
    <Page
      title={t('settings.sections.vat')}
      lead={t(classes.length > 0 ? 'settings.vatLead' : 'settings.vatNone')}
      width="wide"
      aside={<SettingsNav current="vat" />}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {classes.map(vatClass => (
          <VatClassPanel key={vatClass.id} vatClass={vatClass} onChange={setRequested} />
        ))}
      </Box>
      <Box>
        <Button variant="outlined" onClick={() => setRequested({ kind: 'class' })}>
          {t('settings.vatAddClass')}
        </Button>
      </Box>
      {requested && <RateDialog change={requested} onClose={() => setRequested(undefined)} />}
    </Page>
  )
}

/** The VAT classes with their past, current and future rates. */
function VatSection() {
  const { data } = useQuery(queryFor(vatRates.list))
  return data ? <VatClasses classes={data} /> : <RecordLoading />
}

const SECTION_PARTS: Record<Section, ComponentType> = {
  operator: OperatorSection,
  terms: TermsSection,
  privacy: PrivacyNoticeSection,
  cameras: CameraNoticeSection,
  vat: VatSection,
  languages: LanguagesSection,
  barcodes: BarcodesSection,
  refunds: RefundsSection,
  retention: RetentionSection,
  health: HealthSection,
}

/** One section of the settings. */
export function SettingsPage() {
  const { section = SECTIONS[0] } = useParams()
  if (!isSection(section)) return <Navigate to={PATHS.home} replace />
  const Part = SECTION_PARTS[section]
  return <Part key={section} />
}
