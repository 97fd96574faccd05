import { unknownCodes } from '#contract/catalogue/unknown-codes.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { NoticeInput } from '#web/kit/ui/notices/notice-queue.ts'
import type { ManualStart } from '#web/shop/catalogue/product-search/manual-entry-dialog.tsx'

type UnknownCode = {
  notify: (notice: NoticeInput) => void
  /** Opens the manual entry with a prefilled text. */
  onManual: (start: ManualStart) => void
}

/** One notice id for all scan problems: the next scan replaces or dismisses the notice. */
export const SCAN_PROBLEM = 'scan-problem'

/** Offers other actions for an unknown code. Scanning continues meanwhile. */
export function useUnknownCode({ notify, onManual }: UnknownCode) {
  const { t } = useTranslation()
  const report = async (code: string) => {
    try {
      await callApi(unknownCodes.report, { body: { code } })
      notify({ id: SCAN_PROBLEM, severity: 'success', text: t('scanner.reported', { code }) })
    } catch (error) {
      const retry = { label: t('common.retry'), onAct: () => void report(code), staysOpen: true }
      const text = errorText(error, t)
      if (text !== undefined) notify({ id: SCAN_PROBLEM, severity: 'error', text, action: retry })
    }
  }
  return (code: string) =>
    notify({
      id: SCAN_PROBLEM,
      severity: 'error',
      text: t('scanner.unknownCode', { code }),
      action: { label: t('scanner.searchByName'), onAct: () => onManual({ text: '', keys: 'letters' }) },
      moreActions: [
        { label: t('scanner.typeCode'), onAct: () => onManual({ text: code, keys: 'digits' }) },
        { label: t('scanner.report'), onAct: () => void report(code), staysOpen: true },
      ],
    })
}
