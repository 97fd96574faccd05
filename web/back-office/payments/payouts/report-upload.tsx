import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState } from 'react'
import { payouts } from '#contract/payments/payouts.ts'
import { SETTLEMENT_PROBLEMS } from '#domain/payments/settlements/settlement.ts'
import { GuideLink } from '#web/back-office/kit/guide/guide-link.tsx'
import { ApiError, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

/** What is wrong with the file, and where; or why it didn't arrive. */
function faultText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError) || error.code !== 'payout.unreadable') return errorText(error, t) ?? ''
  const { body } = error
  const textAt = (name: string) =>
    typeof body === 'object' && body !== null && name in body ? String(Reflect.get(body, name)) : ''
  const problem = SETTLEMENT_PROBLEMS.find(each => each === textAt('problem')) ?? 'notReport'
  return t(`payouts.unreadable.${problem}`, { row: textAt('row'), column: textAt('column') })
}

/** Takes a provider's report and says what it found in it. */
export function ReportUpload() {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<string>()
  const [fault, setFault] = useState<string>()
  const upload = async (file: File) => {
    setBusy(true)
    setResult(undefined)
    setFault(undefined)
    try {
      const body = new Blob([file], { type: 'application/octet-stream' })
      const found = await callApi(payouts.upload, { query: { name: file.name.slice(0, 200) }, body })
      setResult(
        [
          t('payouts.uploaded', { provider: found.provider, count: found.payouts }),
          t('payouts.newLines', { count: found.new_lines }),
          t('payouts.differing', { count: found.differences }),
        ].join(' · '),
      )
    } catch (error) {
      setFault(faultText(error, t))
    }
    setBusy(false)
  }
  return (
    <Panel component="section" aria-labelledby={`${id}-title`}>
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <Typography variant="h2" id={`${id}-title`}>
          {t('payouts.uploadTitle')}
        </Typography>
        <Box>
          {t('payouts.uploadText')}{' '}
          <GuideLink page="closings" at="compare-payouts">
            {t('payouts.guide')}
          </GuideLink>
        </Box>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.json,.txt,text/csv,application/json"
          onChange={event => {
            const file = event.target.files?.[0]
            // Lets the same file be chosen again after it was corrected.
            event.target.value = ''
            if (file) void upload(file)
          }}
        />
        <Button
          variant="contained"
          disabled={isBusy}
          onClick={() => input.current?.click()}
          {...(fault !== undefined && { 'aria-describedby': `${id}-fault` })}
        >
          {t('payouts.choose')}
        </Button>
        <Box role="status">{result}</Box>
        <Box role="alert" id={`${id}-fault`}>
          {fault !== undefined && <Typography sx={{ color: 'error.main', fontWeight: 650 }}>{fault}</Typography>}
        </Box>
      </Box>
    </Panel>
  )
}
