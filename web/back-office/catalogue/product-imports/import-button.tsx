import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useImportAddress } from './use-import-address.ts'

/** Opens the import panel, beside the other actions for products. */
export function ImportButton() {
  const { t } = useTranslation()
  const { open } = useImportAddress()
  return (
    <Button variant="outlined" aria-haspopup="dialog" onClick={() => open()}>
      {t('productImport.button')}
    </Button>
  )
}
