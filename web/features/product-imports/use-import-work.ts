import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminProducts } from '#contract/admin-products.ts'
import { productImports } from '#contract/product-imports.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryKeyOf } from '#web/api/query-of.ts'
import { useFailureNotice } from '#web/features/acts/use-failure-notice.ts'

export interface ImportWork {
  /** What is going on at the server. */
  doing: 'applying' | 'undoing' | undefined
  apply: (onlyValid: boolean) => void
  undo: () => void
}

/** Saves an import or undoes it. Whatever becomes of the call, the import itself says what is so. */
export function useImportWork(id: number): ImportWork {
  const tellFailure = useFailureNotice()
  const cache = useQueryClient()
  const [doing, setDoing] = useState<ImportWork['doing']>()
  const run = async (what: 'applying' | 'undoing', call: () => Promise<unknown>) => {
    setDoing(what)
    try {
      await call()
    } catch (error) {
      tellFailure(error, 'import-failed')
    }
    await Promise.all(
      [productImports.read, productImports.rows, productImports.list, adminProducts.list].map(endpoint =>
        cache.invalidateQueries({ queryKey: queryKeyOf(endpoint) }),
      ),
    )
    setDoing(undefined)
  }
  const params = { id }
  return {
    doing,
    apply: onlyValid =>
      void run('applying', () => callApi(productImports.apply, { params, body: { only_valid: onlyValid } })),
    undo: () => void run('undoing', () => callApi(productImports.undo, { params })),
  }
}
