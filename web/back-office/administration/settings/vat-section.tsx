import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type DatedVatClass, vatRates } from '#contract/catalogue/vat-rates.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { VatClassPanel } from './vat-class-panel.tsx'
import type { VatChange } from './use-vat-change.ts'

function Classes({ classes }: { classes: readonly DatedVatClass[] }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<VatChange>()
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
          <VatClassPanel key={vatClass.id} vatClass={vatClass} onChange={setAsked} />
        ))}
      </Box>
      <Box>
        <Button variant="outlined" onClick={() => setAsked({ kind: 'class' })}>
          {t('settings.vatAddClass')}
        </Button>
      </Box>
      {asked && <RateDialog change={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

/** The VAT classes with their past, current and future rates. */
export function VatSection() {
  const { data } = useQuery(queryOf(vatRates.list))
  return data ? <Classes classes={data} /> : <RecordLoading />
}
