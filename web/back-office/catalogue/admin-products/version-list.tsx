import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { adminProducts, type ProductVersion } from '#contract/catalogue/admin-products.ts'
import { MAX_PAGE_SIZE } from '#contract/lists.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { displayName } from './display-name.ts'
import { useVatOptions } from './queries.ts'

const FIRST_SHOWN = 5

type VersionRowProps = { version: ProductVersion; vat: string | undefined; group: string | undefined }

function VersionRow({ version, vat, group }: VersionRowProps) {
  const { t, i18n } = useTranslation()
  const facts = [
    `${eurosText(version.price)} / ${unitText(version.unit, t)}`,
    ...(version.deposit > 0 ? [t('productForm.versionDeposit', { amount: eurosText(version.deposit) })] : []),
    ...(vat === undefined ? [] : [vat]),
    ...(group === undefined ? [] : [group]),
  ]
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 650 }}>
        {displayName(version.names, i18n.language)}
        {version.is_current && <StatusPill tone="open">{t('productForm.versionNow')}</StatusPill>}
      </Box>
      <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>{facts.join(' · ')}</Box>
      <Box component="time" dateTime={version.created_at} sx={{ typography: 'body2', color: 'text.secondary' }}>
        {shopTimeText(version.created_at)}
      </Box>
    </Box>
  )
}

/** The versions of a product that receipts have shown over time. */
export function VersionList({ productId }: { productId: number }) {
  const { t } = useTranslation()
  const id = useId()
  const [size, setSize] = useState(FIRST_SHOWN)
  const query = queryFor(adminProducts.versions, { params: { id: String(productId) }, query: { size } })
  const { data } = useQuery({ ...query, placeholderData: before => before, meta: { handlesOwnError: true } })
  const vatOptions = useVatOptions() ?? []
  const groups = useGroupOptions({ withHidden: true }) ?? []
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id}>
        {t('productForm.versions')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{t('productForm.versionsLead')}</Typography>
      <Box component="ol" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {data?.items.map(version => (
          <VersionRow
            key={version.id}
            version={version}
            group={groups.find(({ value }) => value === String(version.group_id))?.label}
            vat={vatOptions.find(({ value }) => value === String(version.vat_class_id))?.label}
          />
        ))}
      </Box>
      {data && data.total > data.items.length && size < MAX_PAGE_SIZE && (
        <Button variant="text" onClick={() => setSize(MAX_PAGE_SIZE)}>
          {t('productForm.moreVersions')}
        </Button>
      )}
    </Panel>
  )
}
