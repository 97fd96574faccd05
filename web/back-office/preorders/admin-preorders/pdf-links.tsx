import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Endpoint } from '#contract/endpoint.ts'
import { requestUrl } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

type PdfLinksProps = {
  pdf: Endpoint
  xlsx: Endpoint
  query: Readonly<Record<string, string>>
}

/** The same content as a PDF to print, and as a spreadsheet. */
export function PdfLinks({ pdf, xlsx, query }: PdfLinksProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="contained" component="a" href={requestUrl(pdf, { query })} target="_blank" rel="noopener">
        {t('adminPreorders.print')}
      </Button>
      <Button variant="outlined" component="a" href={requestUrl(xlsx, { query })} download>
        {t('lists.xlsx')}
      </Button>
    </Box>
  )
}
