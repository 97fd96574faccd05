import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { type Supplier, suppliers } from '#contract/catalogue/suppliers.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useAct } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'

/** Copies a supplier, or removes it if no product references it. */
export function RemoveSupplier({ supplier: { id, name, products } }: { supplier: Supplier }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { isBusy, act } = useAct('removed')
  const remove = () =>
    act(async () => {
      await callApi(suppliers.remove, { params: { id } })
      await navigate(PATHS.suppliers, { replace: true })
      void cache.invalidateQueries({ queryKey: queryKeyOf(suppliers.list) })
      return t('suppliers.removed', { name })
    })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Button variant="outlined" component={Link} to={`${PATHS.suppliers}/${id}/copy`}>
        {t('suppliers.copy')}
      </Button>
      {products === 0 ? (
        <Button variant="outlined" color="error" onClick={() => setAsked(true)}>
          {t('suppliers.remove')}
        </Button>
      ) : (
        <Box sx={{ color: 'text.secondary' }}>{t('suppliers.inUse')}</Box>
      )}
      <ConfirmDialog
        open={isAsked}
        title={t('suppliers.removeTitle', { name })}
        text={t('suppliers.removeText')}
        confirmText={t('suppliers.remove')}
        cancelText={t('common.cancel')}
        onConfirm={() => void remove().finally(() => setAsked(false))}
        onCancel={() => setAsked(false)}
        busy={isBusy}
        danger
      />
    </Box>
  )
}
