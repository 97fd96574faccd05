import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type BarcodeSettings, settings } from '#contract/administration/settings.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { productsQuery } from '#web/shop/catalogue/products/queries.ts'
import { describeLayoutProblems, typedLayoutProblems } from './layout-problems.ts'
import { LAYOUT_MERGING, layoutsOf, type LayoutValues, layoutValues } from './layout-values.ts'

const read = ({ layouts, revision }: BarcodeSettings) => ({ values: layoutValues(layouts), revision })

/** The form for the label layouts, and its saving. */
export function useBarcodesForm(saved: BarcodeSettings) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const values = useMemo(() => read(saved).values, [saved])
  return useRecordForm<LayoutValues, BarcodeSettings>({
    values,
    revision: saved.revision,
    merging: LAYOUT_MERGING,
    check: typed => typedLayoutProblems(typed, t),
    save: (typed, revision = saved.revision) =>
      callApi(settings.saveBarcodes, { body: { revision, layouts: layoutsOf(typed) } }),
    read,
    describe: told => describeLayoutProblems(told, t),
    onSaved: newest => {
      cache.setQueryData(queryKeyOf(settings.barcodes), newest)
      // The same user may scan next.
      void cache.invalidateQueries({ queryKey: productsQuery.queryKey })
    },
  })
}

export type BarcodesForm = ReturnType<typeof useBarcodesForm>
