import { useState } from 'react'
import { productImports } from '#contract/catalogue/product-imports.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useProductsChanged } from '#web/shop/catalogue/products/products-changed.ts'

export interface ImportWork {
  /** What the server is doing. */
  doing: 'applying' | 'undoing' | undefined
  apply: (onlyValid: boolean) => void
  undo: () => void
}

/** Saves or undoes an import. Whatever the call's outcome, the import's own state is authoritative. */
export function useImportWork(id: number): ImportWork {
  const tellFailure = useFailureNotice()
  const changed = useProductsChanged()
  const [doing, setDoing] = useState<ImportWork['doing']>()
  const run = async (what: 'applying' | 'undoing', call: () => Promise<unknown>) => {
    setDoing(what)
    try {
      await call()
    } catch (error) {
      tellFailure(error, 'import-failed')
    }
    await changed()
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
