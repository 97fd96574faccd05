import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { useSettled } from '#web/kit/ui/hooks/use-settled.ts'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'

const MAX_SHOWN = 8

type ProductSearchProps = {
  title: string
  isBusy?: boolean
  /** Why the product that was chosen last isn’t possible. */
  error?: string | undefined
  onChoose: (product: ProductRow) => void
  onClose: () => void
}

/** Finds a product by its name or code. */
export function ProductSearchDialog({ title, isBusy = false, error, onChoose, onClose }: ProductSearchProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const { data } = useQuery({
    ...queryFor(adminProducts.list, { query: { size: MAX_SHOWN, sort: 'name', ...(q && { q }) } }),
    enabled: q !== '',
    meta: { handlesOwnError: true },
  })
  const found = q === '' || q !== typed.trim() ? [] : (data?.items ?? [])
  return (
    <Dialog open onClose={onClose} fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <TextInput
          label={t('addCode.search')}
          value={typed}
          onChange={setTyped}
          autoFocus
          autoComplete="off"
          error={error}
        />
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {q !== '' && data?.items.length === 0 && t('addCode.nothing')}
        </Box>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
          {found.map(product => (
            <li key={product.id}>
              <Button
                fullWidth
                variant="outlined"
                sx={{ justifyContent: 'start', textAlign: 'start', overflowWrap: 'anywhere' }}
                disabled={isBusy}
                onClick={() => onChoose(product)}
              >
                {`${product.name} · ${product.supplier.name}`}
              </Button>
            </li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}
