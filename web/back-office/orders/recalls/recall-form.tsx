import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { adminRecalls } from '#contract/orders/admin-recalls.ts'
import { readDayText } from '#domain/format/day-text.ts'
import { displayName } from '#web/back-office/catalogue/admin-products/display-name.ts'
import { GuideLink } from '#web/back-office/kit/guide/guide-link.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { LanguageTabs } from '#web/kit/forms/language-tabs.tsx'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { ChoiceList } from '#web/kit/ui/inputs/choice-list.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { type LotSelection, readLots, RecalledLots } from './recalled-lots.tsx'

/** A new recall of a product. */
export function RecallForm({ productId }: { productId: string }) {
  const { data } = useQuery(queryFor(adminProducts.get, { params: { id: productId } }))
  return data ? <ProductRecall product={data} /> : <RecordLoading />
}

const EMPTY_FORM = { fi: '', sv: '', en: '', lots: '', sold_from: '', sold_until: '' }
type RecallFormValues = typeof EMPTY_FORM

const parseDay = (text: string): string | null => readDayText(text) ?? null

/** A day that is typed and can't be read must not silently count as no limit. */
function findFaults(typed: RecallFormValues) {
  const { sold_from: from, sold_until: until } = typed
  const isRead = [from, until].every(text => text.trim() === '' || parseDay(text) !== null)
  const [first, last] = [parseDay(from), parseDay(until)]
  return {
    reason: [typed.fi, typed.sv, typed.en].every(text => text.trim() === ''),
    days: !isRead,
    order: first !== null && last !== null && last < first,
  }
}

function ProductRecall({ product }: { product: AdminProduct }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { isBusy, act } = useAction('recall')
  const [typed, setTyped] = useState<RecallFormValues>(EMPTY_FORM)
  const [scope, setScope] = useState<'all' | 'lots'>('all')
  const [choice, setChoice] = useState<LotSelection>({ chosen: [], typed: '' })
  const [tries, setTries] = useState(0)
  const [isConfirming, setConfirming] = useState(false)
  const name = displayName(product.names, i18n.language)
  const read = scope === 'lots' ? readLots(choice) : []
  const recalledLots = read ?? []
  const faults = { ...findFaults(typed), lots: read === undefined }
  const field = (key: keyof RecallFormValues) => ({
    name: key,
    value: typed[key],
    onChange: (value: string) => setTyped(before => ({ ...before, [key]: value })),
  })
  // A problem of all languages, shown at the first of them.
  const problems = tries > 0 && faults.reason ? [{ field: 'fi', text: t('recalls.reasonMissing') }] : []
  const findProblem = (fieldName: string) => problems.find(problem => problem.field === fieldName)?.text
  const days = { sold_from: parseDay(typed.sold_from), sold_until: parseDay(typed.sold_until) }
  const begin = () =>
    act(async () => {
      const reasons = { fi: typed.fi, sv: typed.sv, en: typed.en }
      const body = { product_id: product.id, reasons, lots: typed.lots.trim(), recalled_lots: recalledLots, ...days }
      const { id } = await callApi(adminRecalls.begin, { body })
      void navigate(`${PATHS.recalls}/${id}`, { replace: true })
      return t(scope === 'lots' ? 'recalls.lotsBegunNotice' : 'recalls.begunNotice', { product: name })
    }).finally(() => setConfirming(false))
  const checkAndConfirm = () => {
    setTries(before => before + 1)
    if (!Object.values(faults).some(Boolean)) setConfirming(true)
  }
  const dayFault = faults.days ? t('recalls.dayWrong') : faults.order ? t('recalls.daysOrder') : undefined
  return (
    <Page title={t('recalls.newOf', { product: name })} width="wide">
      <Panel tone="attention">{t(scope === 'lots' ? 'recalls.whatLots' : 'recalls.what')}</Panel>
      <GuideLink page="products" at="recall-a-product">
        {t('guide.recall')}
      </GuideLink>
      <FormSection title={t('recalls.reason')} lead={t('recalls.reasonLead')}>
        <LanguageTabs
          form={{ getProblem: findProblem, problems, refusals: tries }}
          getFields={code => [code]}
          isMissing={code => typed[code].trim() === ''}
        >
          {code => (
            <TextArea
              label={t(`recalls.reasons.${code}`)}
              lang={code}
              rows={3}
              error={findProblem(code)}
              {...field(code)}
            />
          )}
        </LanguageTabs>
      </FormSection>
      <FormSection title={t('recalls.which')} lead={t('recalls.whichLead')}>
        <WideField>
          <ChoiceList
            label={t('recalls.which')}
            choices={[
              { value: 'all', label: t('recalls.scopes.all'), text: t('recalls.scopes.allText') },
              { value: 'lots', label: t('recalls.scopes.lots'), text: t('recalls.scopes.lotsText') },
            ]}
            chosen={scope}
            onChange={setScope}
          />
        </WideField>
        {scope === 'lots' ? (
          <RecalledLots
            productId={product.id}
            choice={choice}
            onChange={setChoice}
            isFaulty={tries > 0 && faults.lots}
          />
        ) : (
          <WideField>
            <TextInput
              label={t('recalls.lots')}
              hint={t('recalls.lotsHint')}
              maxLength={200}
              autoComplete="off"
              {...field('lots')}
            />
          </WideField>
        )}
        <DateInput label={t('recalls.soldFrom')} hint={t('recalls.soldFromHint')} {...field('sold_from')} />
        <DateInput
          label={t('recalls.soldUntil')}
          hint={t('recalls.soldUntilHint')}
          error={tries > 0 ? dayFault : undefined}
          {...field('sold_until')}
        />
      </FormSection>
      <Panel>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          <Box role="status" sx={{ flex: '1 1 240px' }}>
            {read !== undefined && <RecallReach productId={product.id} days={days} lots={recalledLots} />}
          </Box>
          <ActionButton variant="contained" color="error" loading={isBusy} onClick={checkAndConfirm}>
            {t('recalls.begin')}
          </ActionButton>
        </Box>
      </Panel>
      <ConfirmDialog
        open={isConfirming}
        title={t('recalls.confirmTitle', { product: name })}
        text={scope === 'lots' ? t('recalls.confirmLots', { lots: recalledLots.join(', ') }) : t('recalls.confirmText')}
        confirmText={t('recalls.begin')}
        cancelText={t('common.cancel')}
        onConfirm={() => void begin()}
        onCancel={() => setConfirming(false)}
        busy={isBusy}
        danger
      />
    </Page>
  )
}

type ReachProps = {
  productId: number
  lots: readonly string[]
  days: { sold_from: string | null; sold_until: string | null }
}

/** How many buyers would be informed. */
function RecallReach({ productId, days, lots }: ReachProps) {
  const { t } = useTranslation()
  const query = {
    ...(days.sold_from !== null && { sold_from: days.sold_from }),
    ...(days.sold_until !== null && { sold_until: days.sold_until }),
    ...(lots.length > 0 && { lots: lots.join(' ') }),
  }
  const { data } = useQuery({
    ...queryFor(adminRecalls.preview, { params: { product: productId }, query }),
    meta: { handlesOwnError: true },
  })
  if (data === undefined) return null
  if (data.is_recalled) return t(lots.length > 0 ? 'recalls.lotsAlready' : 'recalls.already')
  const { buyers, uncertain = 0 } = data
  return [
    t('recalls.reach', { count: buyers }),
    ...(uncertain > 0 ? [t('recalls.reachUncertain', { count: uncertain })] : []),
  ].join(' ')
}
