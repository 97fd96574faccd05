import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DatedVatClass, vatRates } from '#contract/vat-rates.ts'
import { queryOf } from '#web/api/query-of.ts'
import { RecordLoading } from '#web/features/forms/record-loading.tsx'
import { Page } from '#web/ui/page.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { VatClassPanel } from './vat-class-panel.tsx'

function Classes({ classes }: { classes: readonly DatedVatClass[] }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<{ to?: DatedVatClass }>()
  return (
    <Page
      title={t('settings.sections.vat')}
      lead={t('settings.vatLead')}
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
          <VatClassPanel key={vatClass.id} vatClass={vatClass} onAdd={() => setAsked({ to: vatClass })} />
        ))}
      </Box>
      <Box>
        <Button variant="outlined" onClick={() => setAsked({})}>
          {t('settings.vatAddClass')}
        </Button>
      </Box>
      {asked && <RateDialog to={asked.to} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

/** The VAT classes and what they were, are and will be. */
export function VatSection() {
  const { data } = useQuery(queryOf(vatRates.list))
  return data ? <Classes classes={data} /> : <RecordLoading />
}
