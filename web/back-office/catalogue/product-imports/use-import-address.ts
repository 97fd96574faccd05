import { useLocation, useNavigate } from 'react-router'
import { useSearchParams } from '#web/kit/shell/link.tsx'

const PARAM = 'import'

/** The history state of an opened panel: the product list is the previous entry. */
const OVER_LIST = { isOverList: true }

/** The address contains whether the panel is open, and its import: a reload, a link and Back restore it. */
export function useImportAddress() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const said = params.get(PARAM)
  const isOpen = said !== null
  const change = (value: string | undefined, options: { replace: boolean; state: unknown }) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      if (value === undefined) next.delete(PARAM)
      else next.set(PARAM, value)
      return next
    }, options)
  const id = Number(said)
  return {
    isOpen,
    id: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    /** All steps of the panel share one history entry: Back closes the panel at any of them. */
    open: (importId?: number) =>
      change(String(importId ?? ''), { replace: isOpen, state: isOpen ? (state as unknown) : OVER_LIST }),
    close: () => {
      const isOverList = (state as Partial<typeof OVER_LIST> | null)?.isOverList === true
      if (isOverList) void navigate(-1)
      else change(undefined, { replace: true, state: null })
    },
  }
}
