import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { FINNISH_LAYOUTS } from '#domain/catalogue/barcode.ts'
import { fieldsOfCode } from '#domain/catalogue/code-fields.ts'
import { FIELD_PROBLEMS, type FieldProblem } from '#domain/catalogue/product-form.ts'
import { ApiError, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { problemsAmong } from '#web/kit/forms/record-fields.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { displayName } from './display-name.ts'
import { ProductSearchDialog } from './product-search-dialog.tsx'
import { useLabelLayouts } from './queries.ts'

type AddCodeProps = {
  code: string
  onAdded?: (product: AdminProduct) => void
}

/** Adds a code that no product has to one that is there. Nothing for the codes of cases and of labels with a weight or a price. */
export function AddCodeButton({ code, onAdded }: AddCodeProps) {
  const { t } = useTranslation()
  const layouts = useLabelLayouts() ?? FINNISH_LAYOUTS
  const [isOpen, setOpen] = useState(false)
  if (fieldsOfCode(code, layouts).ean13 === undefined || !/^\d+$/.test(code)) return null
  return (
    <>
      <SecondaryButton shape="quiet" small onClick={() => setOpen(true)} aria-label={t('addCode.openFor', { code })}>
        {t('addCode.open')}
      </SecondaryButton>
      {isOpen && (
        <AddCodeDialog
          code={code}
          onClose={() => setOpen(false)}
          onAdded={product => {
            setOpen(false)
            onAdded?.(product)
          }}
        />
      )}
    </>
  )
}

/** Why a code can't be added. */
function refusalText(error: unknown, t: Translate): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'form.invalid') return errorText(error, t)
  const reported: unknown =
    typeof error.body === 'object' && error.body !== null ? Reflect.get(error.body, 'problems') : []
  const [first] = problemsAmong<FieldProblem>(reported, FIELD_PROBLEMS)
  if (!first) return undefined
  const { problem, count = 0, value = '' } = first
  return t(`productForm.problems.${problem}`, { count, value })
}

type AddCodeDialogProps = Required<AddCodeProps> & { onClose: () => void }

function AddCodeDialog({ code, onClose, onAdded }: AddCodeDialogProps) {
  const { t, i18n } = useTranslation()
  const { notify } = useNotices()
  const adding = useMutation({
    mutationFn: (id: number) => callApi(adminProducts.addCode, { params: { id }, body: { code } }),
    onSuccess: async product => {
      await awaitReload()
      const name = displayName(product.names, i18n.language)
      notify({ id: 'code-added', severity: 'success', text: t('addCode.added', { code, name }) })
      onAdded(product)
    },
  })
  return (
    <ProductSearchDialog
      title={t('addCode.title', { code })}
      isBusy={adding.isPending}
      error={adding.isError ? refusalText(adding.error, t) : undefined}
      onChoose={({ id }) => adding.mutate(id)}
      onClose={onClose}
    />
  )
}
