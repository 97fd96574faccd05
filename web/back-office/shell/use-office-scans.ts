import { useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useLocation, useNavigate } from 'react-router'
import { stock } from '#contract/stock/stock.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { setFieldValue, useStrayScans } from '#web/scanning/use-wedge-scanner.ts'
import { ADMIN_SECTIONS, PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

// A scan with the focus in one of these is meant for the field.
const CODE_FIELDS = ['ean13', 'eanCase', 'product_code'].map(name => `input[name="${name}"]`).join()

const NOTICE = 'office-scan'

/** A code scanned anywhere in the back office opens its product, unless the page handles it. */
export function useOfficeScans(hasDraft: boolean): void {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const latest = useRef(0)
  const isInOffice = ADMIN_SECTIONS.some(path => pathname === path || pathname.startsWith(`${path}/`))
  const warn = (text: string) => notify({ id: NOTICE, severity: 'warning', text, persist: true })
  const offerNew = (code: string) => {
    const onAct = () => void navigate(`${PATHS.productCreate}?code=${encodeURIComponent(code)}`)
    const action = { label: t('scan.createProduct'), onAct }
    notify({ id: NOTICE, severity: 'warning', text: t('scan.unknown', { code }), persist: true, action })
  }
  const open = async (code: string) => {
    const turn = ++latest.current
    try {
      const found = await callApi(stock.code, { params: { code } })
      // Only the latest scan navigates.
      if (turn !== latest.current) return
      if (found.kind === 'unknown') return offerNew(found.code)
      if (found.kind === 'bad-check-digit') return void warn(t('scan.misread', { code: found.code }))
      dismiss(NOTICE)
      void navigate(`${PATHS.products}/${found.product_id}/edit`)
    } catch (error) {
      const text = errorText(error, t)
      if (text !== undefined) warn(text)
    }
  }
  useStrayScans(isInOffice && !hasDraft, code => {
    const focused = document.activeElement
    if (focused instanceof HTMLInputElement && focused.matches(CODE_FIELDS)) setFieldValue(focused, code)
    else void open(code)
  })
}
