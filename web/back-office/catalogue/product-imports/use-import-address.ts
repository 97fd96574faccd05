import { useLocation, useNavigate, useSearchParams } from 'react-router'

const PARAM = 'import'

/** What the entry of an open panel carries: the list stands right behind it. */
const OVER_LIST = { isOverList: true }

/** Whether the panel is open, and with which import, is the address: a reload, a link and Back find it so. */
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
    /** From one step of the panel to the next the entry is the same: Back closes it at any of them. */
    open: (importId?: number) =>
      change(String(importId ?? ''), { replace: isOpen, state: isOpen ? (state as unknown) : OVER_LIST }),
    close: () => {
      const isOverList = (state as Partial<typeof OVER_LIST> | null)?.isOverList === true
      if (isOverList) void navigate(-1)
      else change(undefined, { replace: true, state: null })
    },
  }
}
