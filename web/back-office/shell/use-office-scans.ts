import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { stock } from '#contract/stock/stock.ts'
import { parseScannedCode } from '#domain/catalogue/lot.ts'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { setFieldValue } from '#web/scanning/field-value.ts'
import { useStrayScans } from '#web/scanning/use-wedge-scanner.ts'

// A scan with the focus in one of these is meant for the field.
const CODE_FIELDS = ['ean13', 'eanCase', 'product_code', 'further_codes'].map(name => `[name="${name}"]`).join()

const NOTICE_ID = 'office-scan'

/** A code scanned anywhere in the back office opens its product, or its row of the list, unless the page handles it. */
export function useOfficeScans(isInOffice: boolean, hasDraft: boolean): void {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const navigate = useNavigate()
  const mayOpen = useMayOpen()
  const latest = useRef(0)
  const warn = (text: string) => notify({ id: NOTICE_ID, severity: 'warning', text, persist: true })
  const offerNew = (code: string) => {
    const onAct = () => void navigate(`${PATHS.productCreate}?code=${encodeURIComponent(code)}`)
    const action = { label: t('scan.createProduct'), onAct }
    const text = t('scan.unknown', { code })
    if (mayOpen(PATHS.productCreate)) notify({ id: NOTICE_ID, severity: 'warning', text, persist: true, action })
    else warn(text)
  }
  const open = async (code: string) => {
    const turn = ++latest.current
    try {
      const found = await callApi(stock.code, { params: { code } })
      // Only the latest scan navigates.
      if (turn !== latest.current) return
      if (found.kind === 'unknown') return offerNew(found.code)
      if (found.kind === 'bad-check-digit') return void warn(t('scan.misread', { code: found.code }))
      dismiss(NOTICE_ID)
      const page = `${PATHS.products}/${found.product_id}/edit`
      void navigate(mayOpen(page) ? page : `${PATHS.products}?q=${encodeURIComponent(code)}`)
    } catch (error) {
      const text = errorText(error, t)
      if (text !== undefined) warn(text)
    }
  }
  useStrayScans(isInOffice && !hasDraft, scanned => {
    const { code } = parseScannedCode(scanned)
    const focused = document.activeElement
    if (focused instanceof HTMLInputElement && focused.matches(CODE_FIELDS)) setFieldValue(focused, code)
    else void open(code)
  })
}
