import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type AdminProduct, adminProducts, PRODUCT_USES, type ProductUse } from '#contract/catalogue/admin-products.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { toFormValues, toInput } from './use-product-form.ts'

type RemoveProductProps = {
  product: AdminProduct
  name: string
  isDirty: boolean
}

/** The contract defines `uses` as what prevents the removal. */
const usesIn = (uses: unknown): ProductUse[] =>
  Array.isArray(uses) ? PRODUCT_USES.filter(use => uses.includes(use)) : []

function useRemoval({ product, name }: Omit<RemoveProductProps, 'isDirty'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { isBusy, act } = useAction('removed')
  const [uses, setUses] = useState<readonly ProductUse[]>()
  const params = { id: product.id }
  const remove = () =>
    act(async () => {
      try {
        // The page of the removed product is open until the list is.
        await callApi(adminProducts.remove, { params, reload: 'later' })
      } catch (error) {
        if (!hasCode(error, 'record.inUse')) throw error
        setUses(usesIn(error.body['uses']))
        return undefined
      }
      await navigate(PATHS.products, { replace: true })
      return t('productForm.removed', { name })
    })
  const stopSelling = () =>
    act(async () => {
      const body = { ...toInput(toFormValues(product)), enabled: false, revision: product.revision }
      await callApi(adminProducts.update, { params, body })
      setUses(undefined)
      return t('productForm.takenOffSale', { name })
    })
  return { isBusy, uses, remove, stopSelling }
}

/** Removes a product that was created by mistake. For one that was used it shows why it stays, and takes it off sale instead. */
export function RemoveProduct({ product, name, isDirty }: RemoveProductProps) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, uses, remove, stopSelling } = useRemoval({ product, name })
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Button variant="outlined" color="error" disabled={isDirty} onClick={() => setConfirming(true)}>
        {t('productForm.remove')}
      </Button>
      {isDirty && <Box sx={{ color: 'text.secondary' }}>{t('productForm.saveFirst')}</Box>}
      <Box role="status" sx={{ width: '100%', '&:empty': { display: 'none' } }}>
        {uses && (
          <Panel tone="attention">
            <Box>
              {t('productForm.whyNotRemoved', { uses: uses.map(use => t(`productForm.uses.${use}`)).join(', ') })}
            </Box>
            {product.enabled && (
              <Box sx={{ mt: 1.5 }}>
                <ActionButton variant="outlined" loading={isBusy} disabled={isDirty} onClick={() => void stopSelling()}>
                  {t('productForm.takeOffSale')}
                </ActionButton>
              </Box>
            )}
          </Panel>
        )}
      </Box>
      <ConfirmDialog
        open={isConfirming}
        title={t('productForm.removeTitle', { name })}
        text={t('productForm.removeText')}
        confirmText={t('productForm.remove')}
        cancelText={t('common.cancel')}
        onConfirm={() => void remove().finally(() => setConfirming(false))}
        onCancel={() => setConfirming(false)}
        busy={isBusy}
        danger
      />
    </Box>
  )
}
