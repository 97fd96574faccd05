import { useSearchParams } from 'react-router'

const PARAM = 'import'

/** Whether the panel is open, and with which import, is the address: a reload, a link and Back find it so. */
export function useImportAddress() {
  const [params, setParams] = useSearchParams()
  const said = params.get(PARAM)
  const change = (value: string | undefined) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      if (value === undefined) next.delete(PARAM)
      else next.set(PARAM, value)
      return next
    })
  const id = Number(said)
  return {
    isOpen: said !== null,
    id: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    open: (importId?: number) => change(importId === undefined ? '' : String(importId)),
    close: () => change(undefined),
  }
}
