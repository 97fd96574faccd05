import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { productImports } from '#contract/catalogue/product-imports.ts'
import { requestUrl } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

/** Empty files with the headings of an import. */
export function ImportTemplates() {
  const { t } = useTranslation()
  const templates = [
    [t('productImport.templateXlsx'), productImports.templateXlsx],
    [t('productImport.templateCsv'), productImports.templateCsv],
  ] as const
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
      <span>{t('productImport.template')}</span>
      {templates.map(([label, endpoint]) => (
        <Link
          key={label}
          href={requestUrl(endpoint)}
          download
          sx={{ minHeight: 44, display: 'inline-flex', alignItems: 'center' }}
        >
          {label}
        </Link>
      ))}
    </Box>
  )
}

/** How rows are matched to products, and what cells mean. */
export function ImportRules() {
  const { t } = useTranslation()
  return (
    <Panel component="section" aria-label={t('productImport.rules')}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {t('productImport.rules')}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5, maxWidth: '68ch' }}>
        <li>{t('productImport.ruleCode')}</li>
        <li>{t('productImport.ruleColumns')}</li>
        <li>{t('productImport.ruleNew')}</li>
        <li>{t('productImport.ruleStores')}</li>
        <li>{t('productImport.ruleGoods')}</li>
      </Box>
    </Panel>
  )
}
