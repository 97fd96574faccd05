import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** Redirects from an address without content to /home, with a notice. */
export function useNotFound(): () => void {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const navigate = useNavigate()
  return () => {
    notify({ id: 'load-404', severity: 'error', text: t('errors.notFound') })
    void navigate(PATHS.home, { replace: true })
  }
}

function ImpossibleAddress() {
  const leadHome = useEffectEvent(useNotFound())
  useEffect(() => leadHome(), [])
  return null
}

type PossibleAddressProps = {
  /** Of PATHS. */
  path: string
  /** The page reads no query: a link may contain any parameters of a campaign. */
  anyQuery?: boolean
  children: ReactNode
}

/** Redirects an address that can't exist to /home, like one whose record does not exist. */
export function PossibleAddress({ path, anyQuery = false, children }: PossibleAddressProps) {
  const { id } = useParams()
  const { search } = useLocation()
  return isPossibleAddress(path, id, new URLSearchParams(anyQuery ? '' : search)) ? children : <ImpossibleAddress />
}

const MAX_ID = 2_147_483_647
const isWhole = (text: string) => /^[1-9]\d{0,15}$/.test(text)
const isId = (text: string) => isWhole(text) && Number(text) <= MAX_ID
/** The pages of orders, whose ids are 64-bit. */
const OF_ORDERS: readonly string[] = [PATHS.order, PATHS.preorder, PATHS.purchase]
const isOrderId = (text: string) => isWhole(text) && Number.isSafeInteger(Number(text))
const isPage = (text: string) => /^[1-9]\d{0,6}$/.test(text)
const isMonth = (text: string) => /^(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])$/.test(text)
const isDay = (text: string) => {
  const day = /^(?:19|2\d)\d\d-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The allowed values of parameters, on every page that has them. The server checks what lists are filtered and sorted by. */
const PARAMETER_RULES: Readonly<Record<string, (text: string) => boolean>> = {
  store: isId,
  store_id: isId,
  supplier_id: isId,
  event_id: isId,
  product: isId,
  copy: isId,
  take: text => text === 'all' || isId(text),
  // Empty: the panel for choosing a file.
  import: text => text === '' || isId(text),
  page: isPage,
  month: isMonth,
  date: isDay,
  from: isDay,
  until: isDay,
}

/** Whether an address of a path is possible: its id is valid, and so are the ids, days and numbers in its query. */
export function isPossibleAddress(path: string, id: string | undefined, query: URLSearchParams): boolean {
  if (id !== undefined && !(OF_ORDERS.includes(path) ? isOrderId(id) : isId(id))) return false
  return [...query].every(([name, text]) =>
    Object.hasOwn(PARAMETER_RULES, name) ? PARAMETER_RULES[name]?.(text) === true : true,
  )
}
